/** The parts of an OpenAPI 3.1 document that its maker and the reference read. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, SchemaNode>>;
    readonly responses?: Readonly<Record<string, Answer>>;
    readonly securitySchemes?: Readonly<Record<string, unknown>>;
  };
}

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: SchemaNode }>> };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly [extension: `x-${string}`]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: SchemaNode;
}

/** An answer, or a reference to one under `components`. */
export interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: SchemaNode }>>;
}

export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly [key: string]: unknown;
}
