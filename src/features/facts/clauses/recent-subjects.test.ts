import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organisation } from '../entity-names.ts'
import { personMention } from '../people.ts'
import { documentTopic } from './document-topic.ts'
import { recentSubjects } from './recent-subjects.ts'

const [jane, acme, zeta] = [personMention('Jane Doe', null), organisation('Acme'), organisation('Zeta')]

test('a pronoun means the last person that fits it', () => {
  const recent = recentSubjects(documentTopic())
  recent.rememberPerson(jane, true)
  assert.equal(recent.personOf('she'), jane)
  assert.equal(recent.personOf('he'), null)
  recent.rememberPerson(personMention('Quorra Vint', null), false)
  assert.equal(recent.personOf('she'), null)
})

test('a new paragraph is about the topic, else about the only person so far', () => {
  const topic = documentTopic()
  const recent = recentSubjects(topic)
  recent.rememberPerson(jane, true)
  recent.rememberOther(acme)
  recent.beginParagraph()
  assert.equal(recent.person(), jane)
  assert.equal(recent.other(), null)
  topic.make(zeta)
  recent.beginParagraph()
  assert.deepEqual([recent.person(), recent.other()], [null, zeta])
})

test('"the company" beside a subject is another one, and one whose name allows it', () => {
  const recent = recentSubjects(documentTopic())
  recent.rememberOther(acme)
  recent.rememberOther(zeta)
  assert.equal(recent.group('company'), zeta)
  assert.equal(recent.groupBeside('company', zeta), acme)
  recent.rememberOther(organisation('Harlow University'))
  assert.equal(recent.group('company'), null)
})

test('what was only an object is meant by "the company", and not by "it"', () => {
  const recent = recentSubjects(documentTopic())
  recent.mentionOther(acme)
  assert.deepEqual([recent.group('company'), recent.group('band'), recent.other()], [acme, null, null])
})
