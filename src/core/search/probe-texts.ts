/**
 * Questions with their answers, about as many subjects: what a model's cosines are for text that answers a question, and
 * for text that has nothing to do with it.
 */
export const probes: readonly (readonly [question: string, answer: string])[] = [
  ['What do bees make from nectar?', 'Bees turn the nectar that they gather into honey.'],
  ['At which temperature does water boil?', 'At sea level, water boils at one hundred degrees Celsius.'],
  [
    'How do I restart the print service?',
    'To start the print service again, open its settings and press Restart.',
  ],
  ['Why is the sky blue?', 'Air scatters blue light more than red, which gives the sky its colour.'],
  ['Who may sign the contract?', 'Only a director of the company is allowed to sign a contract.'],
  ['How long is the warranty?', 'The warranty lasts two years from the day of purchase.'],
  [
    'What does the option --force change?',
    'With the option --force, existing files are overwritten without asking.',
  ],
  ['When was the bridge opened?', 'The bridge was opened to traffic in May 1932.'],
  [
    'symptoms of iron deficiency',
    'Patients who lack iron are often tired and pale, and their hearts beat fast.',
  ],
  [
    'inflation and interest rates',
    'When prices rise quickly, the central bank raises the rate at which it lends.',
  ],
  [
    'How do plants take up water?',
    'Roots draw water from the soil, and it rises through the stem to the leaves.',
  ],
  ['Who wrote the opera?', 'The composer finished the score of the opera in the winter before his death.'],
  ['fare dodging fine', 'Passengers who travel without a ticket pay an increased fare of sixty euros.'],
  [
    'How are proteins folded?',
    'A chain of amino acids takes its shape as parts of it attract or repel each other.',
  ],
  ['best time to prune apple trees', 'Apple trees are cut back in late winter, before the buds open.'],
  ['What caused the shipwreck?', 'In the fog the vessel ran onto a reef and sank within an hour.'],
]
