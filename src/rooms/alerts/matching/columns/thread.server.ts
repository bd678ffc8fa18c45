import { parentPort } from 'node:worker_threads';
import { Columns } from './columns.server.ts';
import type { Answer, FactLine, FoundHits, Question } from './columns.ts';
import { Pairs } from './grouping.server.ts';
import { restore, save } from './snapshot.server.ts';

// The thread itself: one question after the other. What it throws is told to who asked, and it goes on.

let columns = new Columns();
let pairs = new Pairs();
let shares: Iterator<FoundHits> | null = null;

function answer(question: Question): Answer {
  switch (question.ask) {
    case 'begin':
      columns = new Columns();
      break;
    case 'load':
      columns.load(question.lines);
      break;
    case 'settle':
      columns.settle();
      break;
    case 'put':
      columns.put(question.ids, question.lines);
      break;
    case 'match':
      if (question.first) {
        pairs = new Pairs();
        shares = null;
      }
      columns.match(JSON.parse(question.facts) as FactLine[], pairs);
      break;
    case 'take': {
      shares ??= pairs.shares(columns.ids.used());
      const { value, done } = shares.next();
      return { found: done ? null : value };
    }
    case 'save':
      save(columns, question.file, question.stamp);
      break;
    default: {
      const restored = restore(question.file);
      if (restored) columns = restored.columns;
      return { restored: restored && { stamp: restored.stamp, standing: columns.standing() } };
    }
  }
  return { standing: columns.standing() };
}

parentPort?.on('message', ({ id, question }: { id: number; question: Question }) => {
  const say = (said: object, given: ArrayBuffer[] = []) => parentPort?.postMessage({ id, ...said }, given);
  try {
    const said = answer(question);
    const found = 'found' in said ? Object.values(said.found ?? {}) : [];
    say(
      { answer: said },
      found.map(({ buffer }) => buffer),
    );
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
