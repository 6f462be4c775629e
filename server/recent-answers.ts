// Answers given lately, in this process's memory: whoever asks the same again needs no file and no digest.

export interface RecentAnswer {
  /** The entity tag, quotes included. */
  readonly tag: string;
  /** Repr-Digest of the body. */
  readonly digest: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** By what its entity tag is made of, which changes with the editions and with the server's FORMAT: an answer kept here is never out of date. */
export interface RecentAnswers {
  find(identity: string): RecentAnswer | null;
  keep(identity: string, answer: RecentAnswer): void;
}

/** A process on Cloudflare's network has 128 MB for everything. These hold some thousand answers, more than are asked for in a minute. */
const mostBytes = 16_000_000;
/** What an entry takes beside its texts and its body. */
const overhead = 400;

/** Beyond `most` bytes the answers kept first go first. */
export function createRecentAnswers(most = mostBytes): RecentAnswers {
  const answers = new Map<string, RecentAnswer>();
  let bytes = 0;
  const sizeOf = (identity: string, { body }: RecentAnswer): number => overhead + 2 * identity.length + body.length;
  return {
    find: (identity) => answers.get(identity) ?? null,
    keep(identity, answer) {
      const size = sizeOf(identity, answer);
      // One long answer must not drive out all the others. Two requests can meet before either has kept its answer.
      if (size > most / 16 || answers.has(identity)) return;
      for (const [oldest, kept] of answers) {
        if (bytes + size <= most) break;
        answers.delete(oldest);
        bytes -= sizeOf(oldest, kept);
      }
      answers.set(identity, answer);
      bytes += size;
    },
  };
}
