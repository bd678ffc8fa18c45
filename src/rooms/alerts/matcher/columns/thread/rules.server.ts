import { parentPort } from 'node:worker_threads';
import type { Answer, FactLine, Question } from '../contract.ts';
import { Columns } from '../rules.server.ts';
import { restore, save } from '../snapshot/rules.server.ts';

// The thread itself: one question after the other. What it throws is told to who asked, and it goes on.

let columns = new Columns();

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
      return { found: columns.find(JSON.parse(question.facts) as FactLine[]) };
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
  const say = (said: object) => parentPort?.postMessage({ id, ...said }, []);
  try {
    say({ answer: answer(question) });
  } catch (error) {
    say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
