/** Hits of one set in bands of score: how high the scores are, and how many of the hits were judged relevant. */
export type Band = { score: number; relevant: number; hits: number }

const size = { width: 640, height: 520, left: 70, top: 30, side: 420 }
const colours = ['#1b6ca8', '#b3541e', '#2e7d32', '#6a1b9a', '#8d6e00', '#455a64']

/** Sorts hits into bands of a tenth. Bands with few hits say nothing and are left out. */
export function bandsOf(hits: readonly { score: number; isRelevant: boolean }[], least = 20): Band[] {
  const bands = Map.groupBy(hits, ({ score }) => Math.min(9, Math.floor(score * 10)))
  return [...bands]
    .sort(([one], [other]) => one - other)
    .filter(([, own]) => own.length >= least)
    .map(([, own]) => ({
      score: own.reduce((sum, { score }) => sum + score, 0) / own.length,
      relevant: own.filter(({ isRelevant }) => isRelevant).length / own.length,
      hits: own.length,
    }))
}

/** A reliability plot as SVG: on the diagonal, scores are what they claim to be. */
export function drawReliability(sets: readonly { name: string; bands: readonly Band[] }[]): string {
  const x = (value: number) => (size.left + value * size.side).toFixed(1)
  const y = (value: number) => (size.top + (1 - value) * size.side).toFixed(1)
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const lines = sets.flatMap(({ name, bands }, index) => {
    const colour = colours[index % colours.length]
    const points = bands.map(({ score, relevant }) => `${x(score)},${y(relevant)}`).join(' ')
    const dots = bands.map(
      ({ score, relevant, hits }) =>
        `<circle cx="${x(score)}" cy="${y(relevant)}" r="${Math.min(9, 2 + Math.sqrt(hits) / 6).toFixed(1)}" fill="${colour}" fill-opacity="0.6"><title>${name}: ${hits} hits</title></circle>`,
    )
    const label = `<text x="${size.left + size.side + 20}" y="${size.top + 20 + index * 22}" fill="${colour}">${name}</text>`
    return [
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
      ...dots,
      label,
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="13">`,
    '<title>Reliability of scores</title>',
    `<rect width="${size.width}" height="${size.height}" fill="#ffffff"/>`,
    ...ticks.flatMap(tick => [
      `<line x1="${x(tick)}" y1="${y(0)}" x2="${x(tick)}" y2="${y(1)}" stroke="#e0e0e0"/>`,
      `<line x1="${x(0)}" y1="${y(tick)}" x2="${x(1)}" y2="${y(tick)}" stroke="#e0e0e0"/>`,
      `<text x="${x(tick)}" y="${size.top + size.side + 18}" text-anchor="middle">${tick}</text>`,
      `<text x="${size.left - 8}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
    ]),
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#9e9e9e" stroke-dasharray="5 4"/>`,
    ...lines,
    `<text x="${x(0.5)}" y="${size.top + size.side + 42}" text-anchor="middle">mean score of the hits in a band</text>`,
    `<text transform="translate(22 ${y(0.5)}) rotate(-90)" text-anchor="middle">share judged relevant</text>`,
    '</svg>',
    '',
  ].join('\n')
}
