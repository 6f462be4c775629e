// Every schema of an answer or a stored document by its name, as the endpoint table, validation,
// OpenAPI and the tests use it.
export * as responses from './responses.ts';
