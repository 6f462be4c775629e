// Thrown where what a person asks of editions cannot be done; the message is the whole account, and nothing has been changed.
export class OperationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperationError';
  }
}
