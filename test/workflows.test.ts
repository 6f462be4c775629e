// The workflows run only what is named by its content, and a secret is seen only by the step that needs it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const workflows = glob.sync('.github/workflows/*.yml', { cwd: root });

/** The steps of a workflow, each as its lines. */
function stepsOf(text: string): string[] {
  return text.split(/^ {6}- /m).slice(1);
}

test('there are two', () => {
  expect(workflows.sort()).toEqual(['.github/workflows/ci.yml', '.github/workflows/daily.yml']);
});

describe.each(workflows)('%s', (file) => {
  const text = readFileSync(`${root}/${file}`, 'utf8');

  test('names each action by its commit, with the version beside it', () => {
    const uses = stepsOf(text).filter((step) => step.startsWith('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    for (const step of uses) expect(step).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n/);
  });

  test('may only read', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
    expect(text).not.toContain('write');
  });

  test('shows its secrets to one step, after the packages are installed', () => {
    const steps = stepsOf(text);
    const [head = ''] = text.split(/^ {4}steps:/m);
    expect(head).not.toContain('secrets.');
    const withSecrets = steps.filter((step) => step.includes('secrets.'));
    expect(withSecrets.length).toBe(file.endsWith('daily.yml') ? 1 : 0);
    const installed = steps.findIndex((step) => step.startsWith('run: npm ci\n'));
    for (const step of withSecrets) {
      expect(installed).toBeGreaterThan(-1);
      expect(installed).toBeLessThan(steps.indexOf(step));
      expect(step).toMatch(/^run: make daily/);
    }
  });
});
