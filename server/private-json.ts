// JSON for whoever asked and for nobody else, as it holds a key or tells of one.

export function privateJson(value: unknown, status = 200): Response {
  return new Response(`${JSON.stringify(value)}\n`, {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}
