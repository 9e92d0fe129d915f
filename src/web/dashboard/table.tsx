// A table of the dashboard, or one line where there is nothing to show.

export interface Row {
  readonly key: string | number;
  readonly cells: readonly (string | number)[];
}

/** @param props.rows absent: not known yet */
export const Table = ({
  id,
  heads,
  rows,
  empty,
}: {
  readonly id: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[] | undefined;
  readonly empty: string;
}) => (
  <table>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody id={id}>
      {rows?.map(({ key, cells }) => (
        <tr key={key}>
          {heads.map((head, column) => (
            <td key={head}>{cells[column]}</td>
          ))}
        </tr>
      ))}
      {rows?.length === 0 && (
        <tr>
          <td colSpan={heads.length}>{empty}</td>
        </tr>
      )}
    </tbody>
  </table>
);
