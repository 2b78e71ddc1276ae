/** What a test of Python's version comes to on every Python 3 still in use; null for any other test. */
export function versionTest(text: string): boolean | null {
  const plain = text.replace(/\s+/g, ' ').replace(/^\((.*)\)$/, '$1')
  const negated = /^not (.*)$/.exec(plain)?.[1]
  if (negated !== undefined) {
    const outcome = versionTest(negated)
    return outcome === null ? null : !outcome
  }
  const flag = /^(?:\w+\.)*_?(?:is_?|on_?)?(?:PY|Python_?|python_?|py_?)(2|27|3)$/i.exec(plain)
  if (flag) return flag[1] === '3'
  const test =
    /^(?:\w+\.)?version_info(?:\[0\]|\.major|\[:\d\])? ?(<=|>=|==|!=|<|>) ?\(?(\d)(?:, ?(\d+))?[\d, ]*\)?$/.exec(
      plain,
    )
  if (!test) return null
  const [, sign = '', major = '', minor = '0'] = test
  // Python 3 up to here is no longer in use.
  const threshold = Number(major) * 100 + Number(minor)
  const isWhole = /\[0\]|\.major/.test(plain)
  if (sign === '==' || sign === '!=') {
    if (!isWhole && Number(major) === 3) return null
    return (Number(major) === 3) === (sign === '==')
  }
  if (isWhole) return compare(sign, 3, Number(major))
  return threshold <= 307 ? compare(sign, 308, threshold) : null
}

function compare(sign: string, left: number, right: number): boolean {
  if (sign === '<') return left < right
  if (sign === '<=') return left <= right
  return sign === '>' ? left > right : left >= right
}
