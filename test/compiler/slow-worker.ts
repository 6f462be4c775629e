// A worker whose sources do what no source should once a release is read: in one release they stand
// still, in another they fill the memory.
import '../unsynced.ts';
import { sources } from '#sources/index.ts';

const hoard: unknown[] = [];

for (const source of sources) {
  const { reshape } = source;
  Object.assign(source, {
    reshape(...given: Parameters<typeof reshape>) {
      const [release] = given;
      if (release.name.endsWith('2001-01-01'))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      while (release.name.endsWith('2002-01-01')) hoard.push(Array(1000).fill(hoard.length));
      return reshape(...given);
    },
  });
}

await import('#compiler/release/worker-program.ts');
