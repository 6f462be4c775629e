// Thrown where what a person asks of editions cannot be done; the message is the whole account, and nothing has been changed.
import { ReportedError } from '#sources/kit/reported-error.ts';

export class OperationError extends ReportedError {}
