/** Areas in SQL as other rooms borrow them. */
export { cellNumbers, inBox, insideArea, isNarrow, streetCellsOf, type Within } from './area.sql.server.ts';
