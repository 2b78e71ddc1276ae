import type { Glyph } from './read-glyphs.ts'

/** The rotation of slanted text, which runs along none of the edges of the page. */
export const slanted = 45

/** In degrees: text that is turned by less is a scan that is not straight. */
const leastSlant = 12
/** In degrees: letters of one text are turned alike. */
const sameAngle = 1

/**
 * Turns slanted text, such as a watermark or the labels of an axis, about its first letter until it is horizontal, so
 * that its letters form words. It keeps a rotation of its own, because it belongs to no line of the page.
 */
export function straightenSlanted(glyphs: readonly Glyph[]): Glyph[] {
  let first: { glyph: Glyph; angle: number } | null = null
  return glyphs.map(glyph => {
    const angle = angleOf(glyph)
    if (angle === null) {
      // A space may have no width of its own: it belongs to the text around it.
      if (glyph.dx !== 0 || glyph.dy !== 0) first = null
      return glyph
    }
    if (first === null || Math.abs(first.angle - angle) > sameAngle || first.glyph.size !== glyph.size)
      first = { glyph, angle }
    return turnAbout(first.glyph, glyph, first.angle)
  })
}

/** The direction of slanted text in degrees, clockwise; null for text along an edge of the page. */
function angleOf({ dx, dy }: Glyph): number | null {
  if (dx === 0 || dy === 0) return null
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI
  const off = Math.abs(angle - 90 * Math.round(angle / 90))
  return off < leastSlant ? null : angle
}

function turnAbout(center: Glyph, glyph: Glyph, angle: number): Glyph {
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const [right, down] = [glyph.x - center.x, glyph.y - center.y]
  return {
    ...glyph,
    x: center.x + right * cosine + down * sine,
    y: center.y - right * sine + down * cosine,
    dx: Math.hypot(glyph.dx, glyph.dy),
    dy: 0,
    rotation: slanted,
  }
}
