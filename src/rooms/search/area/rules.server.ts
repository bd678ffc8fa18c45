/** The grid of areas as other rooms borrow it. */
export { cellNumbers } from './sql.server.ts';
