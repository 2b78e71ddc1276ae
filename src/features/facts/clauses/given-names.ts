import { givenNames } from '../words.ts'

/** Given names of women, and names that women and men have. All other given names count as men's. */
const women = new Set(
  `Ada Adele Agatha Agnes Alexandra Alice Alicia Alison Alma Amanda Amelia Amy Anastasia Angela Anika Anita Ann Anna Anne Annette
Annie Antonia Astrid Audrey Aurora Awa Barbara Beatrice Belinda Berta Bertha Beth Betty Birgit Brenda Bridget Bronwyn Camille Carla Carmen Carol
Carolina Caroline Catherine Cathy Cecilia Charlotte Cheryl Chiara Christina Christine Claire Clara Clare Claudia Colleen Connie Cynthia Daphne
Dawn Deborah Debbie Delia Diana Diane Donna Dora Doris Dorothea Dorothy Edith Edna Eileen Elaine Eleanor Elena Elisabeth Eliza Elizabeth
Ella Ellen Elsa Else Emilia Emily Emma Emmy Erika Esther Ethel Eugenia Eva Eve Fatima Fatou Fiona Florence Frances Francesca Frida Gabriela
Gabrielle Georgina Gerda Gertrude Gillian Giulia Gladys Gloria Grace Greta Hanna Hannah Harriet Heather Hedwig Heidi Helen Helena Helene
Helga Henrietta Hilda Hildegard Ida Ilse Inge Ingrid Irene Irina Isabel Isabella Isabelle Ivy Jacinta Jackie Jacqueline Jane Janet Janine Jeanne Jennifer Jenny
Jessica Jill Jillian Joan Joanna Joanne Johanna Josephine Joyce Juana Judith Judy Julia Juliana Julie Juliet Justine Karen Karin Kate
Katharina Katherine Kathleen Kathy Katie Katy Kirsten Kirsty Klara Kristina Kylie Larissa Laura Lauren Lena Leonie Lillian Lily Linda Lisa
Lise Lorna Louisa Louise Lucia Lucy Luise Lydia Lynda Lynne Mabel Madeleine Margaret Margarete Margarita Maria Marian Mariam Marianne Marie
Marilyn Marina Marion Marise Marlene Marta Martha Mary Mathilde Matilda Maud Maureen Maxine Megan Melanie Melinda Melissa Melitta Michaela Michele
Michelle Mildred Mileva Miranda Miriam Moira Mona Monica Monika Myra Nadia Nancy Naomi Natalia Natalie Natasha Nicola Nicole Nina Nola Nora Olga Olive
Olivia Pamela Patricia Paula Pauline Penelope Penny Philippa Phyllis Priya Rachel Rebecca Regina Renate Rhonda Rita Roberta Rosa Rosalind Rose
Rosemary Ruth Sabine Sally Samantha Sandra Sara Sarah Selma Sharon Sheila Shirley Sigrid Silvia Simone Sofia Sonia Sophia Sophie Stella
Stephanie Sue Susan Susanna Susanne Suzanne Svetlana Sybil Sylvia Tania Tanya Tatiana Teresa Thelma Theresa Therese Tracey Tracy Trish Ulla Ursula
Valerie Vanessa Vera Verity Veronica Vicki Victoria Viola Violet Virginia Wangari Wendy Wilhelmina Winifred Yoko Yvonne Zoe Mileva Indira Benazir Malala`.split(
    /\s+/,
  ),
)

const either = new Set(
  'Alex Alexis Andrea Ashley Chris Evelyn Jamie Jan Jean Jessie Jo Jordan Kelly Kerry Kim Laurie Lee Leigh Leslie Lindsay Lyn Pat Robin Rowan Sam Sasha Sidney Sydney Terry Vivian Hilary'.split(
    ' ',
  ),
)

/** Given names that the record of a parliament has rarely. Words that are also ordinary nouns are left out. */
const others = new Set(
  `Abdul Abraham Adolf Adolphe Ahmed Akira Alain Alan Alberto Aldo Alejandro Aleksandr Aleksei Alessandro Alexandre Alexei Alfonso Alfredo Alonzo Amadou
Ambrose Amos Anatoly Anders Andre André Andrei Andrew Andrzej Angelo Anton Antoine Antonín Aristotle Armand Arne Artur Arturo Arvid Asa August Auguste Augustus Axel Baruch Bartolomeo
Benedict Bengt Benito Benjamín Benny Bernardo Bernd Bernhard Bertrand Björn Boris Bruno Burt Calvin Camillo Carlo Carlos Casey Caspar Cesar Chaim Chester Claude Clarence Claudio Claus
Clayton Clement Clifford Clinton Conrad Constantin Cornelius Cyril Cyrus Dag Dale Damian Dan Daniele Danny Dante Darwin Denys Dennis Dietrich Dieter Diego Dmitri Dmitry Domenico Dominic
Duke Dwight Eberhard Edgard Edmond Édouard Edouard Eduard Eduardo Eero Egon Einar Eli Elias Elliot Elliott Ellis Elmer Elon Emanuel Emil Émile Emile Emilio Emmanuel Enrico
Enrique Enzo Erasmus Erich Erik Ernst Ernesto Erwin Étienne Etienne Eugen Eugene Eugène Evgeny Ezra Fabio Federico Felipe Felix Ferdinand Fernando Fidel Finn Florian Floyd Francesco
Francisco Franco François Francois Frans Franz Fred Fredrik Fridtjof Fritz Gabriel Galileo Garrett Gaspard Gaston Gene Georg Georges Georgi Gerhard Gerd Gilbert Giacomo Gianni Gilles Giorgio
Giovanni Giuseppe Gottfried Gottlieb Grigori Guglielmo Guido Guillermo Günter Gunnar Gustaf Gustav Gustave Håkan Hans Harald Haruki Harvey Heinrich Heinz Henri Henrik Hermann Hernán Hideo
Hiroshi Homer Hugo Humphrey Ibrahim Ignaz Igor Ilya Immanuel Ingmar Ingvar Irving Isidore Ismail Italo Ivar Jaan Jacques Jaime Jakob Jamal Jared Jasper Javier Jawaharlal Jay Jeffrey Jens Jeremiah
Jerome Jerry Jesse Jesper Jesús Jimmy Joachim Joakim João Joaquín Johan Jonas Jorge José Jose Joost Josiah Jules Julio Julius Jürgen Justus Kaj Kamal Kaspar Kazuo Kenji Klas Knud Knut Konrad
Konstantin Kris Kristian Kwame Lars Laszlo László Lech Leif Leland Lennart Leonardo Leonhard Leopold Lester Levi Liam Linus Lionel Lorenzo Lothar Lou Luca Luciano Lucien Ludvig Ludwig Luigi Luis Luiz
Luther Maarten Magnus Mahatma Manfred Manuel Marc Marcel Marcello Marco Mario Marius Markus Mats Matteo Mattias Maurits Maxim Maximilian Maxwell Mehmet Melvin Michel Miguel Mihail Mika Mikael Mikhail
Milan Milton Mogens Mohamed Mohammad Mohandas Moritz Mortimer Moses Muhammad Mustafa Napoleon Nathaniel Ned Nelson Niccolò Niels Nikita Nikola Nikolai Nikolaus Nils Noam Noah Norbert Octave Odd Ola Olaf Olav Ole
Oleg Olof Omar Orson Orville Osamu Oskar Osvaldo Oswald Pablo Paolo Pär Pascal Pedro Pekka Per Pierre Pieter Piet Pietro Pio Prosper Quentin Rafael Rainer Ramón Raoul Raphael Raúl Rasmus René Rene Reinhard Reinhold Renzo
Ricardo Riccardo Roald Roberto Rodrigo Rolf Roman Romain Ruben Rudolf Rudolph Rudyard Ruud Salvador Salvatore Samuel Satoshi Saul Sebastian Seiji Sergei Sergey Sergio Seymour Shane Shigeru Siegfried Sigmund Silvio Sixten Soren Søren Spencer Stanislav
Stanisław Stefan Steen Sten Stéphane Sture Subhas Sven Svante Takashi Thaddeus Thabo Theodor Théodore Thierry Thor Thorsten Thorvald Tobias Tommy Torsten Tycho Udo Ugo Ulf Ulrich Umberto Urban Uwe Vaclav Václav Valentin Valentino Vasily
Vidkun Viggo Viktor Vilhelm Vinod Vinton Virgil Vittorio Vladimir Waldemar Walther Ward Wassily Werner Wiktor Wilbur Wiley Willem Willi Willy Wim Winfried Wolf Xavier Yasser Yitzhak Yuri Yves Yukihiro Yusuf Zygmunt`.split(
    /\s+/,
  ),
)

export function isGivenName(word: string): boolean {
  return givenNames.has(word) || women.has(word) || others.has(word)
}

export type Gender = 'she' | 'he'

/** Which pronoun a name shows by its title or given name; null when it does not. */
export function genderOf(name: string): Gender | null {
  const words = name.split(' ')
  const [first = ''] = words
  if (/^(?:Mr|Sir|King|Prince|Father|Brother|Rev)\.?$/.test(first)) return 'he'
  if (/^(?:Mrs|Ms|Miss|Dame|Queen|Princess|Sister)\.?$/.test(first)) return 'she'
  const given = words.find(word => isGivenName(word) && word !== words.at(-1))
  if (given === undefined || given !== words.find(word => !/^(?:Dr|Prof|Lord|Lady)\.?$/.test(word)))
    return null
  return either.has(given) ? null : women.has(given) ? 'she' : 'he'
}
