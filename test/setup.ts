// Runs before each file of tests, also where several share a process.
import { afterAll } from 'vitest';
import { removeTemporaryDirectories } from './temporary-directory.ts';
import './unsynced.ts';

afterAll(removeTemporaryDirectories);
