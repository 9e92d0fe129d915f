// One line of a settings file (player.conf), changed as text: all others keep their bytes.

/**
 * @param value without quotes, spaces and backslashes; undefined removes the setting
 * @returns the text with exactly one line that sets `name`, or none
 */
export const withSetting = (text: string, name: string, value: string | undefined): string => {
  const lines = text.split('\n');
  const isOurs = (line: string): boolean => line.trimStart().startsWith(`${name}=`);
  const first = lines.findIndex(isOurs);
  const others = lines.filter((line, index) => !isOurs(line) || (index === first && value !== undefined));
  if (value === undefined) return others.join('\n');
  const ours = `${name}=${value}`;
  if (first >= 0) return others.map((line) => (isOurs(line) ? ours : line)).join('\n');
  return text === '' || text.endsWith('\n') ? `${text}${ours}\n` : `${text}\n${ours}\n`;
};
