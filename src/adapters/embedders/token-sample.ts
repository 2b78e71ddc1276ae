/**
 * Texts of different subjects, kinds and languages. The mean of their tokens stands for the part that all token vectors of
 * a model have in common.
 */
export const sampleTexts: readonly string[] = [
  'The council met on Tuesday to discuss the new bridge. Several residents asked why the work had been delayed, and how much the city would have to pay.',
  'Patients who received the drug had a lower risk of stroke than those in the control group (hazard ratio 0.78). Blood pressure was measured at every visit, and side effects were mild.',
  'To install the program, download the archive, unpack it and run the setup script. Set the variable PATH so that the shell finds the command; see the manual for a list of all options.',
  'The pressure on the wing rises with the square of the speed. At supersonic velocities a shock wave forms in front of the body and heats the boundary layer.',
  'She closed the door quietly, put the letter on the table and looked out of the window. It had been raining all day, and the street was empty.',
  'Section 12. The tenant shall pay the rent on the first day of each month. The landlord may end the contract if the rent is more than thirty days late.',
  'The library keeps the records of authors and titles in a catalogue. A reader who searches for a subject finds every book that was classified under it.',
  'In 1848 revolutions broke out in many countries of Europe. The kings promised constitutions, but within two years most of them had taken back what they had granted.',
  'Mix the flour with the sugar, add two eggs and a little milk, and bake the cake for forty minutes. Let it cool before you cut it.',
  'Revenue grew by 4 % to 12.3 million in the third quarter, while costs fell. The company expects a small profit for the year and will pay no dividend.',
  'Die Stadt liegt an einem Fluss und hat etwa zweihunderttausend Einwohner. Im Sommer kommen viele Gäste, um die alten Häuser und den Dom zu besichtigen.',
  'Le système enregistre les fichiers dans un répertoire. Pour changer le mot de passe, ouvrez la page des réglages et suivez les instructions.',
  'El agua cubre la mayor parte de la superficie de la Tierra. Los ríos llevan sedimentos al mar, donde forman nuevas capas de roca.',
]
