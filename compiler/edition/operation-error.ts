// The error of commands on editions.
import { ReportedError } from '#sources/kit/reported-error.ts';

/**
 * Thrown if an operation on editions is not possible. The message says everything, and nothing has
 * changed.
 */
export class OperationError extends ReportedError {}
