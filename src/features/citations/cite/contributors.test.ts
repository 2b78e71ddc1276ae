import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference, on, people } from '../../../../test/support/sample-references.ts'
import type { Reference } from '../../../core/model/reference.ts'
import { writeCitation } from './write-citation.ts'

/**
 * APA follows the examples of the Publication Manual, 7th edition; Vancouver follows Citing Medicine; Harvard follows
 * Cite Them Right.
 */
type Case = { promise: string; fields: Partial<Reference>; apa: string; harvard: string; vancouver: string }

const cases: readonly Case[] = [
  {
    promise: 'a patent with its number',
    fields: {
      type: 'patent',
      genre: 'U.S. Patent',
      number: '9,320,123',
      authors: people('Hiremath, S. C.', 'Kumar, S.'),
      issued: on(2016, 4, 19),
      title: 'Using a metallic flame retardant',
      publisher: 'U.S. Patent and Trademark Office',
    },
    apa: 'Hiremath, S. C., & Kumar, S. (2016). Using a metallic flame retardant (U.S. Patent No. 9,320,123). U.S. Patent and Trademark Office.',
    harvard:
      'Hiremath, S.C. and Kumar, S. (2016) Using a metallic flame retardant. U.S. Patent no. 9,320,123. U.S. Patent and Trademark Office.',
    vancouver:
      'Hiremath SC, Kumar S, inventors. Using a metallic flame retardant. U.S. Patent 9,320,123. U.S. Patent and Trademark Office; 2016 Apr 19.',
  },
  {
    promise: 'a patent whose kind is not known',
    fields: {
      type: 'patent',
      number: 'EP1234567B1',
      authors: people('Doe, Jane'),
      issued: on(2010),
      title: 'Folding chair',
    },
    apa: 'Doe, J. (2010). Folding chair (Patent No. EP1234567B1).',
    harvard: 'Doe, J. (2010) Folding chair. Patent no. EP1234567B1.',
    vancouver: 'Doe J, inventor. Folding chair. Patent EP1234567B1. 2010.',
  },
  {
    promise: 'a translated book in a later edition',
    fields: {
      type: 'book',
      authors: people('Piaget, Jean', 'Inhelder, Bärbel'),
      translators: people('Weaver, Helen'),
      edition: '2',
      issued: on(1969),
      title: 'The psychology of the child',
      publisher: 'Basic Books',
    },
    apa: 'Piaget, J., & Inhelder, B. (1969). The psychology of the child (H. Weaver, Trans.; 2nd ed.). Basic Books.',
    harvard:
      'Piaget, J. and Inhelder, B. (1969) The psychology of the child. 2nd edn. Translated by H. Weaver. Basic Books.',
    vancouver:
      'Piaget J, Inhelder B. The psychology of the child. 2nd ed. Weaver H, translator. Basic Books; 1969.',
  },
  {
    promise: 'a translated book with an editor',
    fields: {
      type: 'book',
      authors: people('Luzikov, Vladimir N.'),
      translators: people('Galkin, A. V.', 'Doe, Jane'),
      editors: people('Roodyn, Donald B.'),
      issued: on(1985),
      title: 'Mitochondrial biogenesis',
      publisher: 'Consultants Bureau',
    },
    apa: 'Luzikov, V. N. (1985). Mitochondrial biogenesis (D. B. Roodyn, Ed.; A. V. Galkin & J. Doe, Trans.). Consultants Bureau.',
    harvard:
      'Luzikov, V.N. (1985) Mitochondrial biogenesis. Edited by D.B. Roodyn. Translated by A.V. Galkin and J. Doe. Consultants Bureau.',
    vancouver:
      'Luzikov VN. Mitochondrial biogenesis. Galkin AV, Doe J, translators; Roodyn DB, editor. Consultants Bureau; 1985.',
  },
  {
    promise: 'the book of an author with an editor',
    fields: {
      type: 'book',
      authors: people('Watson, John B.', 'Rayner, Rosalie'),
      editors: people('Webb, David'),
      issued: on(2013),
      title: 'Conditioned emotional reactions',
      publisher: 'CreateSpace',
    },
    apa: 'Watson, J. B., & Rayner, R. (2013). Conditioned emotional reactions (D. Webb, Ed.). CreateSpace.',
    harvard:
      'Watson, J.B. and Rayner, R. (2013) Conditioned emotional reactions. Edited by D. Webb. CreateSpace.',
    vancouver: 'Watson JB, Rayner R. Conditioned emotional reactions. Webb D, editor. CreateSpace; 2013.',
  },
  {
    promise: 'a translated chapter of an edited book',
    fields: {
      type: 'chapter',
      authors: people('Heidegger, Martin'),
      translators: people('Sallis, John'),
      editors: people('Krell, David F.'),
      issued: on(2008),
      title: 'On the essence of truth',
      container: 'Basic writings',
      pages: '111-138',
      publisher: 'Harper',
    },
    apa: 'Heidegger, M. (2008). On the essence of truth (J. Sallis, Trans.). In D. F. Krell (Ed.), Basic writings (pp. 111–138). Harper.',
    harvard:
      'Heidegger, M. (2008) ‘On the essence of truth’, translated by J. Sallis, in D.F. Krell (ed.) Basic writings. Harper, pp. 111–138.',
    vancouver:
      'Heidegger M. On the essence of truth. Sallis J, translator. In: Krell DF, editor. Basic writings. Harper; 2008. p. 111-38.',
  },
  {
    promise: 'an editor who also translated',
    fields: {
      type: 'chapter',
      authors: people('Freud, Sigmund'),
      translators: people('Strachey, James'),
      editors: people('Strachey, James'),
      issued: on(1953),
      title: 'The method of interpreting dreams',
      container: 'The standard edition',
      volume: '4',
      pages: '96-121',
      publisher: 'Hogarth Press',
    },
    apa: 'Freud, S. (1953). The method of interpreting dreams. In J. Strachey (Ed. & Trans.), The standard edition (Vol. 4, pp. 96–121). Hogarth Press.',
    harvard:
      'Freud, S. (1953) ‘The method of interpreting dreams’, in J. Strachey (ed. and trans.) The standard edition. Vol. 4. Hogarth Press, pp. 96–121.',
    vancouver:
      'Freud S. The method of interpreting dreams. In: Strachey J, editor and translator. The standard edition. Vol. 4. Hogarth Press; 1953. p. 96-121.',
  },
  {
    promise: 'a translated article',
    fields: {
      type: 'article-journal',
      authors: people('Piaget, Jean'),
      translators: people('Bliss, Joan', 'Furth, Hans'),
      issued: on(1972),
      title: 'Intellectual evolution',
      container: 'Human Development',
      volume: '15',
      issue: '1',
      pages: '1-12',
    },
    apa: 'Piaget, J. (1972). Intellectual evolution (J. Bliss & H. Furth, Trans.). Human Development, 15(1), 1–12.',
    harvard:
      'Piaget, J. (1972) ‘Intellectual evolution’, translated by J. Bliss and H. Furth, Human Development, 15(1), pp. 1–12.',
    vancouver:
      'Piaget J. Intellectual evolution. Bliss J, Furth H, translators. Human Development. 1972;15(1):1-12.',
  },
  {
    promise: 'a translation without an author',
    fields: {
      type: 'book',
      translators: people('George, Andrew'),
      issued: on(2003),
      title: 'The epic of Gilgamesh',
      publisher: 'Penguin',
    },
    apa: 'The epic of Gilgamesh (A. George, Trans.). (2003). Penguin.',
    harvard: 'The epic of Gilgamesh (2003). Translated by A. George. Penguin.',
    vancouver: 'The epic of Gilgamesh. George A, translator. Penguin; 2003.',
  },
]

describe('patents, translators and editors', () => {
  for (const { promise, fields, ...expected } of cases)
    for (const style of ['apa', 'harvard', 'vancouver'] as const)
      test(`${style}: ${promise}`, () =>
        assert.equal(writeCitation(makeReference(fields), style).text, expected[style]))
})
