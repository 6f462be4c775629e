// Thrown if an operation on editions is not possible. The message says everything, and nothing has changed.
import { ReportedError } from '#sources/kit/reported-error.ts';

export class OperationError extends ReportedError {}
