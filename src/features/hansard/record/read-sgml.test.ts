import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './test/records.ts'

const day = `<!DOCTYPE hansard PUBLIC "-//PARLINFO//DTD HANSARD STORAGE//EN" []>
<HANSARD DATE="27/05/1999" PROOF="No" PAGE="1027" CHAMBER = "Reps" PARLIAMENT.NO = "39" SESSION.NO = "1" PERIOD.NO = "2" >
<CHAMBER.XSCRIPT><BUSINESS.START>
<DAY.START DATE="27/05/1999">Thursday, 27 May 1999</DAY.START>
<PROCTEXT><PARA FIRST-INDENT="16"><TAB LEADING="NONE"><EMPHASIS FONT-WEIGHT="BOLD">Mr SPEAKER (Hon. Thomas Finch)</EMPHASIS> took the chair at 9.30 a.m.</PARA>
</PROCTEXT>
<PROCTEXT><INTERJECT CHAIR="1" SPEAKER="The Clerk" NAMEID="10001">
<TALK.START><TALKER><NAME NAMEID="10001">The Clerk</NAME></TALKER>
<PARA IN-LINE="1">&mdash;Petitions have been lodged.</PARA></TALK.START>
</PROCTEXT><DEBATE TYPE="Miscellaneous" PAGE="1031"><TITLE>DELEGATION REPORTS</TITLE>
<SPEECH PAGE="1030" SPEAKER="Wren Mrs M." NAMEID="AB1" PARTY="LP" ELECTORATE="KOOYONG" MINISTERIAL="INDUSTRY & COMMERCE" GOV="1">
<TALK.START><TALKER><NAME NAMEID="AB1">Mrs WREN</NAME><ELECTORATE>(Kooyong-</ELECTORATE><ROLE>Minister for Industry)</ROLE><TIME.STAMP> (9.40 p.m.)</TIME.STAMP></TALKER>
<PARA IN-LINE="1">&mdash;I present the report.</PARA></TALK.START>
<PARA>It is<TAB LEADING="NONE">short.
<INTERJECT CHAIR="0" SPEAKER="Mr Finch" NAMEID="CD2">
<TALK.START><TALKER><NAME NAMEID="CD2">Mr Finch</NAME></TALKER>
<PARA IN-LINE="1">&mdash;Hear, hear!</PARA></TALK.START>
</INTERJECT>
<TALK.START><TALKER><NAME NAMEID="AB1">Mrs WREN</NAME></TALKER>
<PARA IN-LINE="1">&mdash;Thank you.</PARA></TALK.START>
<PARA><EMPHASIS FONT-WEIGHT="BOLD">Mr DEPUTY SPEAKER (Mr Finch)</EMPHASIS>&mdash;Order!</PARA>
</SPEECH></DEBATE></CHAMBER.XSCRIPT>
<ANSWERS.TO.QUESTIONS PAGE="1177"><TITLE>ANSWERS TO QUESTIONS</TITLE>
<ANSWER.TO.QON PAGE="1177"><TITLE>Reeds: Staff</TITLE>
<QUESTION.NUMBER QON.NUMBER="2">(Question No. 2)</QUESTION.NUMBER><QUESTION PAGE="1177" SPEAKER="Wren Mrs M." NAMEID="AB1" PARTY="LP" ELECTORATE="KOOYONG">
<TALK.START><TALKER><NAME NAMEID="AB1">Mrs Wren</NAME></TALKER><PARA IN-LINE="1"> asked the Minister, upon notice:</PARA></TALK.START>
</QUESTION><ANSWER PAGE="1177" SPEAKER="Finch Mr T." NAMEID="CD2" PARTY="LP" ELECTORATE="KOOYONG">
<TALK.START><TALKER><NAME NAMEID="CD2">Mr Finch</NAME></TALKER><PARA IN-LINE="1">&mdash;The answer is as follows: none.</PARA></TALK.START>
</ANSWER></ANSWER.TO.QON></ANSWERS.TO.QUESTIONS></HANSARD>`

test('the SGML of the eighties and nineties is read without complaint', async () => {
  const { format, speeches, problems } = await read('1999.xml', day)
  assert.equal(format, 'sgml')
  assert.deepEqual(problems, [])
  const [speech] = speeches
  assert.equal(
    speech!.text,
    [
      'Mrs WREN (Kooyong- Minister for Industry) (9.40 p.m.) —I present the report.',
      'It is short.',
      'Mr Finch —Hear, hear!',
      'Mrs WREN —Thank you.',
      'Mr DEPUTY SPEAKER (Mr Finch)—Order!',
    ].join('\n\n'),
  )
  assert.equal(speech!.time, '21:40')
  assert.equal(speech!.role, 'Minister for Industry')
  assert.equal(speech!.isGovernment, true)
  assert.deepEqual(
    speech!.turns.map(({ kind, speaker, role }) => [kind, speaker, role]),
    [
      ['speech', 'Peg Wren', 'Minister for Industry'],
      ['interjection', 'Thomas Finch', null],
      ['continuation', 'Peg Wren', null],
      ['interjection', 'Thomas Finch', 'Mr DEPUTY SPEAKER'],
    ],
  )
})

test('an answer that carries the seat of the questioner keeps its own seat and party', async () => {
  const { speeches } = await read('1999.xml', day)
  const [, question, answer] = speeches
  assert.equal(answer!.electorate, 'Bass')
  assert.equal(answer!.party, 'Labor')
  assert.equal(answer!.answerTo, question!.sourceId)
  assert.equal(answer!.venue, 'Written answers')
  assert.equal(answer!.questionNumber, '2')
})

test('what the Clerk says is procedural, whether or not its tag is closed', async () => {
  const { procedural } = await read('1999.xml', day)
  assert.deepEqual(
    procedural.map(({ text }) => text),
    ['Mr SPEAKER (Hon. Thomas Finch) took the chair at 9.30 a.m.', 'The Clerk —Petitions have been lodged.'],
  )
})
