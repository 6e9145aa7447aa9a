{{- define "tidegate.fullname" -}}
{{- if contains "tidegate" .Release.Name -}}
{{ .Release.Name | trunc 44 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-tidegate" .Release.Name | trunc 44 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* What pods of one program are found by. Takes root and component. */}}
{{- define "tidegate.selector" -}}
app.kubernetes.io/name: tidegate
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "tidegate.labels" -}}
{{ include "tidegate.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "tidegate.metadata" -}}
name: {{ include "tidegate.fullname" .root }}-{{ .component }}
labels:
  {{- include "tidegate.labels" . | nindent 2 }}
{{- end -}}

{{/* Settings and secrets as the environment and volumes of a pod. Takes root, settings, secrets and env. */}}
{{- define "tidegate.environment" -}}
{{- range $name, $value := .env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $value := .settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range .secrets }}
- name: {{ . }}_FILE
  value: /run/secrets/tidegate/{{ . }}
{{- end }}
{{- end -}}

{{/*
The pod of one program. Takes root, component, args, env, settings, secrets, resources and graceSeconds; isOnce for a
job; ports and keystore where there are any.
*/}}
{{- define "tidegate.pod" -}}
metadata:
  labels:
    {{- include "tidegate.labels" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- if .isOnce }}
  restartPolicy: Never
  {{- end }}
  terminationGracePeriodSeconds: {{ .graceSeconds }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if not .isOnce }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "tidegate.selector" . | nindent 10 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: {{ .component }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args:
        {{- toYaml .args | nindent 8 }}
      env:
        {{- include "tidegate.environment" . | nindent 8 }}
      {{- if not .isOnce }}
      ports:
        {{- range $name, $port := .ports }}
        - { name: {{ $name }}, containerPort: {{ $port }} }
        {{- end }}
      # Until it has started, a process may take two minutes; later it is restarted only if it does not answer at all.
      startupProbe:
        httpGet: { path: /health/live, port: metrics }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /health/live, port: metrics }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /health/ready, port: {{ hasKey .ports "http" | ternary "http" "metrics" }} }
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 2
      {{- end }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: secrets, mountPath: /run/secrets/tidegate, readOnly: true }
        {{- if .keystore }}
        - { name: keystore, mountPath: /run/secrets/signer, readOnly: true }
        {{- end }}
  volumes:
    # The packed workflows, and nothing that must survive.
    - name: tmp
      emptyDir: { sizeLimit: 256Mi }
    - name: secrets
      secret:
        secretName: {{ .root.Values.secrets.name }}
        # Readable by the group of fsGroup and nobody else: 0440.
        defaultMode: 288
        items:
          {{- range .secrets }}
          - { key: {{ . }}, path: {{ . }} }
          {{- end }}
    {{- with .keystore }}
    - name: keystore
      secret:
        secretName: {{ . }}
        # Readable by the group of fsGroup and nobody else: 0440.
        defaultMode: 288
        items:
          - { key: keystore.json, path: keystore.json }
          - { key: SIGNER_PASSPHRASE, path: SIGNER_PASSPHRASE }
    {{- end }}
{{- end -}}

{{/* What every process is told that runs on. */}}
{{- define "tidegate.metricsEnv" -}}
METRICS_PORT: "9464"
METRICS_HOST: 0.0.0.0
{{- end -}}
