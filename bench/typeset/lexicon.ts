/**
 * The words of the generated papers. They include compounds with hyphens, words with the ligatures ff, fi, fl, ffi and
 * ffl, and long words that LaTeX hyphenates.
 */

export const nouns = words(`
  sheet, fibre, gathering, binding, platen, deckle, watermark, filler, coating, blanket, ink film, press bed, forme,
  composing stick, galley, chase, quoin, baseline, ligature, serif, counter, matrix, punch, alloy, typeface, specimen,
  register, impression, frisket, tympan, colophon, signature, folio, catchword, endpaper, spine, headband, fillet,
  finishing tool, gold leaf, vellum, parchment, sizing bath, gelatine, rag pulp, beater, vat, couching felt, drying loft,
  humidity sensor, densitometer, reflectance curve, affidavit, catalogue, inventory, shelfmark, provenance note,
  conservation report, microfilm, facsimile, offcut, misprint, proof, reprint, pamphlet, almanac, ledger, map fold
`)

export const modifiers = words(`
  archival, typographic, two-column, water-soluble, fine-grained, cross-sectional, long-fibred, hand-set, first-order,
  low-temperature, workflow, laboratory, reference, calibration, municipal, monastic, commercial, experimental, offset,
  letterpress, intaglio, lithographic, stencil, nineteenth-century, postwar, acid-free, machine-made, double-sided
`)

export const adjectives = words(`
  coarse, uniform, brittle, calibrated, efficient, reflective, flexible, affine, stiff, off-white, sufficient, unfamiliar,
  well-sized, yellowed, hygroscopic, translucent, conventional, insufficient, profitable, artificial, difficult, baffling,
  straightforward, unacknowledged, representative, characteristic, incompatible, unbleached, overprinted, waterlogged,
  asymmetric, retouched, illegible, counterfeit, fluorescent, magnified, underestimated, self-supporting, rough-edged
`)

export const verbs = words(`
  reduced, increased, softened, affected, reflected, stiffened, darkened, displaced, preserved, outlasted, flattened,
  obscured, classified, confirmed, contradicted, simplified, intensified, complicated, strengthened, weakened,
  accompanied, replaced, offset, influenced, stabilised, destabilised, amplified, justified, modified, qualified,
  overshadowed, characterised, misrepresented, interrupted, accelerated, delayed, neutralised, absorbed, identified
`)

export const weVerbs = words(`
  found, observed, expected, confirmed, recorded, suspected, verified, concluded, assumed, argued, noticed, reported
`)

export const followsVerbs = words('follows, appears, transpired, turned out, seemed certain, became apparent')

export const states = words(`
  remained stable, dried within a single afternoon, lost most of its colour, could not be measured reliably,
  stayed inside the specified tolerance, failed without any warning, became insufficient, shrank across the grain,
  was classified as original, had already been catalogued, proved difficult to photograph, differed from the official
  description, swelled after the first immersion, was offered for sale, disappeared from the inventory, flaked at the
  fold, attracted a fine film of dust, was bound out of sequence, had to be refitted, yielded to moderate pressure
`)

export const circumstances = words(`
  during the second winter, under controlled humidity, before the final inspection, at the edge of the forme, in the
  absence of direct light, after repeated folding, within the specified limits, without any visible effect, on both sides
  of the gutter, throughout the observation period, in spite of careful handling, below the fibre saturation point, with
  an uncalibrated instrument, between two successive impressions, as soon as the felt was lifted, for reasons that remain
  unclear, at the request of the workshop, in roughly half of all specimens, over several hundred kilometres, near the
  lower margin, according to the official ledger, in three independent laboratories, along the chain lines
`)

export const openers = words(`
  in practice, as a first approximation, on closer inspection, by contrast, in the following year, for this reason,
  historically, to our surprise, in a different workshop, once more, at first sight, on the other hand, unfortunately,
  after some deliberation, in the simplest configuration, more specifically, from a practical point of view
`)

export const people = words(`
  printer, binder, archivist, conservator, apprentice, typefounder, papermaker, librarian, cataloguer, engraver, proofreader
`)

export const headingActs = words(
  'measuring, describing, classifying, handling, restoring, sampling, dating, modelling',
)

export const headingTopics = words(`
  properties, effects, classification, a short history, limits, durability, identification, the geometry, confirmation
`)

export const givenNames = words(
  'Ada, Bruno, Clara, Dmitri, Elif, Farah, Goran, Hanna, Ines, Jonas, Katya, Lionel, Mirela',
)

export const familyNames = words(`
  Albrecht, Bakker, Castellani, Duval, Eriksson, Fairbank, Griffith, Hoffmann, Iyer, Jankowski, Kaufmann, Lindqvist,
  Moreau, Nakamura, Oyelaran, Pfeiffer, Quintero, Radcliffe, Steffens, Tanaka, Ullmann, Vasquez, Whitfield
`)

export const places = words(`
  Riverside Workshop, Institute for Paper Studies, Northern School of Binding, Municipal Archive, Coastal Type Museum,
  Office of Printed Records
`)

export const chartLabels = words(`
  elapsed time, relative humidity, optical density, sheet count, caliper, tensile index, raking light, reference batch,
  treated batch, wet strength, grain angle, pressure, temperature, brightness, basis weight, fold count
`)

function words(list: string): readonly string[] {
  return list.split(',').map(word => word.trim().replace(/\s+/g, ' '))
}
