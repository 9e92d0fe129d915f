// A table of a Markdown document.
const toCells = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table under a heading row, as lists of cells. */
export const tableIn = (text: string, ...heading: readonly string[]): readonly (readonly string[])[] => {
  const lines = text.split('\n').map(toCells);
  const rows = lines.slice(lines.findIndex((cells) => cells.join() === heading.join()) + 2);
  return rows.slice(
    0,
    rows.findIndex((cells) => cells.length === 0),
  );
};
