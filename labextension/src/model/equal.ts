/** Whether two values of JSON are the same. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null ||
    Array.isArray(one) !== Array.isArray(other)
  ) {
    return false;
  }
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(
      ([key, value]) =>
        key in other && isEqual(value, (other as Record<string, unknown>)[key])
    )
  );
}
