<?php

/** Doubles of what the plugin calls of WordPress. Options and transients live in `Site`. */

declare(strict_types=1);

define('ABSPATH', __DIR__ . '/');

require __DIR__ . '/site.php';

class WP_Error
{
    public function __construct(public string $code = '', public string $message = '')
    {
    }

    public function get_error_message(): string
    {
        return $this->message;
    }
}

class WP_REST_Request
{
    /** @param array<string, string> $headers */
    public function __construct(private string $body, private array $headers)
    {
    }

    public function get_header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    public function get_body(): string
    {
        return $this->body;
    }
}

class WP_REST_Response
{
    public function __construct(public mixed $data = null, public int $status = 200)
    {
    }
}

/** The options table, as far as locks use it. */
$wpdb = new class () {
    public string $options = 'wp_options';

    public function prepare(string $query, string ...$values): string
    {
        return serialize([$query, $values]);
    }

    public function query(string $prepared): int
    {
        [$query, $values] = unserialize($prepared);
        if (str_starts_with($query, 'INSERT IGNORE')) {
            $isNew = !isset(Site::$options[$values[0]]);
            Site::$options[$values[0]] ??= $values[1];
            return $isNew ? 1 : 0;
        }
        [$value, $name, $before] = $values;
        $isOld = isset(Site::$options[$name]) && strcmp((string) Site::$options[$name], $before) < 0;
        Site::$options[$name] = $isOld ? $value : Site::$options[$name] ?? null;
        return $isOld ? 1 : 0;
    }
};

function get_option(string $name, mixed $default = false): mixed
{
    return Site::$options[$name] ?? $default;
}

function update_option(string $name, mixed $value): bool
{
    Site::$options[$name] = $value;
    return true;
}

function delete_option(string $name): bool
{
    unset(Site::$options[$name]);
    return true;
}

function get_transient(string $name): mixed
{
    return Site::$transients[$name] ?? false;
}

function set_transient(string $name, mixed $value, int $seconds = 0): bool
{
    Site::$transients[$name] = $value;
    return true;
}

function delete_transient(string $name): bool
{
    unset(Site::$transients[$name]);
    return true;
}

function add_action(string $hook, callable $callback): void
{
    Site::$hooks[] = [$hook, $callback];
}

function add_filter(string $hook, callable $callback): void
{
    Site::$hooks[] = [$hook, $callback];
}

function do_action(string $hook, mixed ...$arguments): void
{
    foreach (Site::$hooks as [$name, $callback]) {
        if ($name === $hook) {
            $callback(...$arguments);
        }
    }
}

function __(string $text, string $domain): string
{
    return $text;
}

function sanitize_text_field(string $text): string
{
    return trim(preg_replace('/[\r\n\t ]+/', ' ', strip_tags($text)) ?? '');
}

function wp_strip_all_tags(string $text): string
{
    return trim(strip_tags($text));
}

function esc_url_raw(string $url): string
{
    return $url;
}

function wp_unslash(mixed $value): mixed
{
    return is_array($value) ? array_map('wp_unslash', $value) : stripslashes((string) $value);
}

function wp_specialchars_decode(string $text, int $flags): string
{
    return htmlspecialchars_decode($text, $flags);
}

function wp_parse_url(string $url): mixed
{
    return parse_url($url);
}

function wp_hash(string $text): string
{
    return hash_hmac('md5', $text, 'salt of this site');
}

function is_email(string $text): bool
{
    return filter_var($text, FILTER_VALIDATE_EMAIL) !== false;
}

function get_bloginfo(string $field): string
{
    return 'Tyres &amp; more';
}

function home_url(string $path = ''): string
{
    return (getenv('SHOP_URL') ?: 'https://shop.test') . $path;
}

function rest_url(string $path): string
{
    return home_url("/wp-json/{$path}");
}

function admin_url(string $path): string
{
    return home_url("/wp-admin/{$path}");
}

function plugins_url(string $path, string $file): string
{
    return home_url("/wp-content/plugins/tidegate-for-woocommerce/{$path}");
}

function add_query_arg(string $name, string $value, string $url): string
{
    return $url . (str_contains($url, '?') ? '&' : '?') . "{$name}={$value}";
}

function is_wp_error(mixed $value): bool
{
    return $value instanceof WP_Error;
}

/** @param array<string, mixed> $request @return array<string, mixed>|WP_Error */
function wp_remote_request(string $url, array $request): array|WP_Error
{
    if (Site::$http !== null) {
        return (Site::$http)($request['method'], $url, $request);
    }
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $request['method'],
        CURLOPT_HTTPHEADER => array_map(
            static fn (string $name): string => "{$name}: {$request['headers'][$name]}",
            array_keys($request['headers'] ?? []),
        ),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => $request['timeout'],
        CURLOPT_FOLLOWLOCATION => false,
    ]);
    if (isset($request['body'])) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $request['body']);
    }
    $body = curl_exec($curl);
    return $body === false
        ? new WP_Error('http', curl_error($curl))
        : ['status' => curl_getinfo($curl, CURLINFO_RESPONSE_CODE), 'body' => $body];
}

/** @param array<string, mixed> $answer */
function wp_remote_retrieve_response_code(array $answer): int
{
    return $answer['status'];
}

/** @param array<string, mixed> $answer */
function wp_remote_retrieve_body(array $answer): string
{
    return $answer['body'];
}
