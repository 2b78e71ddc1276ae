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
Valerie Vanessa Vera Verity Veronica Vicki Victoria Viola Violet Virginia Wangari Wendy Wilhelmina Winifred Yoko Yvonne Zoe
Abigail Adrienne Agnetha Aimee Alexa Amina Anaïs Anastasia Andrée Angelica Angelina Anja Annabel Anneliese Annamarie Annemarie Anouk Antoinette Antonella Arlene Asha Ayesha Aylin Bea Becky Bernadette
Bethany Betsy Beverly Bianca Bonnie Brigitte Candace Caterina Cathryn Celeste Celia Chantal Charlene Chloe Claudette Colette Constance Cordelia Cora Cornelia Dana Daniela Daniella Danielle Deanna Debra Denise
Dolores Dominique Dorothée Ebba Edwina Eileen Elise Elke Ellie Elodie Eloise Elvira Erica Ernestine Estelle Eunice Evangeline Fatma Federica Felicia Francine Freda Freya Gabriele Geneviève Genevieve Geraldine
Germaine Gina Gisela Giselle Golda Graciela Guadalupe Gudrun Gwen Gwendolyn Hana Harriett Hazel Helga Hermine Hester Hortense Ingeborg Iris Isolde Jacquelyn Janelle Janice Jeannette Jeannie Jenna Jocelyn Johanne Jolanda Josefa
Juanita Judit June Jutta Kamala Katarina Katerina Katharine Kathryn Katrin Katrina Kay Keiko Kimberly Kirstin Klaudia Krista Kristen Kristin Lana Lara Leah Leila Leonora Letitia Lidia Liesel Lila Liliana Liv Liz Liza Loretta Lois Lola
Lorraine Lotte Louella Lucinda Lucille Ludmila Lynn Maja Malin Mandy Manuela Mara Marcela Marcia Margit Margot Marguerite Mariana Marietta Marina Marissa Marit Marla Martina Maya Meera Melina Mercedes Meredith Mia
Minna Minnie Miriam Miroslava Molly Muriel Myrna Nadine Nanette Nell Nellie Nettie Nicolette Nikki Noelle Noor Norma Odette Odile Olga Ottilie Paige Patrice Pauline Pearl Peggy Petra Phoebe Pia Polly Priscilla Prudence Ramona Raquel Rebekah
Rhea Rosalie Rosalyn Rosanna Rosemarie Roxanne Sabina Sabrina Sadie Salome Sandy Saskia Selina Serena Shannon Shirin Sibylle Signe Silke Siobhan Solveig Sonja Stacy Stefania Susana Susannah Suzanna Tamara Tara Teresita Thea Tilda
Tina Toni Trudy Ulrike Una Ursula Uta Valentina Valeria Vanda Veronika Vicky Vida Vivien Vivienne Wanda Wilma Xenia Yasmin Yelena Yuki Yvette Zadie Zaha Zelda Zora Zsuzsa Emmy Elisabeth Edith Sukrutha Mileva Indira Benazir Malala`.split(
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
Vidkun Viggo Viktor Vilhelm Vinod Vinton Virgil Vittorio Vladimir Waldemar Walther Ward Wassily Werner Wiktor Wilbur Wiley Willem Willi Willy Wim Winfried Wolf Xavier Yasser Yitzhak Yuri Yves Yukihiro Yusuf Zygmunt
Adlai Ahmet Ajay Akio Al Alasdair Alastair Aleister Alessio Alfie Alistair Alvin Amir Amit Anand Anil Anselm Apollo Ariel Arjun Arlo Arnaud Arvind Asher Ashok Avery Aymeric Barney Barrett Bartholomew Benoît Benoit Berthold Blaine Blake Bobby Boyd Brandon
Bryce Byron Caleb Carey Carsten Cedric Christof Christophe Christoph Clark Clem Cliff Clint Cole Corey Cory Curtis Damien Darius Darrell Darryl Davide Declan Deepak Delbert Denzel Derrick Desiderius Devin Dexter Dimitri Dirk Donovan Dorian Douglass Drew Duane Dustin Dwayne
Dylan Earl Ebenezer Ed Eddy Edmundo Elbert Eldon Elijah Eliot Emmett Enoch Ephraim Ernestus Errol Ethan Everett Fabian Farouk Fergus Filippo Florent Fraser Frederic Frédéric Frederik Gareth Gavin Geir Geoffroy Gideon Giles Giovanni Gordon Govind Granville Gregor Guillaume Gus Gustavo Guus Hal Hamish
Hank Hari Haruo Hasan Hassan Heiko Helge Hendrik Herb Herbie Herman Hideki Hiram Hisashi Horatio Horst Ichiro Ignacio Ignatius Imre Ira Irvin Irwin Isaiah Ishmael Istvan István Jaap Jacobus Jair Jalal Janos János Jared Jarvis Jean-Jacques Jean-Luc Jean-Paul Jean-Pierre Jed Jerzy Jim Jimmie Jiří Jiri Joanes Jochen Jock Joël Joris Josip Jozef József Juho
Juri Jussi Kamil Karel Karl-Heinz Kazimierz Keiichi Kemal Kenichi Kenny Kirk Kit Kiyoshi Kofi Koichi Krzysztof Kurtis Lajos Lal Lancelot Lance Laurent Leandro Lemuel Lenny Leonid Leroy Lloyd Loïc Loren Lorne Lowell Luc Lucian Lukas Lukasz Lyle Lyman Manny Marek Marlon Marshall Marty Martyn Marvin Masaru Massimo Mateo Matthieu Matthias Matti
Maury Maynard Merle Micah Michał Michiel Mickey Miguel Mikko Miklós Milo Minoru Mirko Mitchell Mo Monty Morgan Morris Morton Muhammed Myron Napoléon Narayan Narendra Nathan Neal Neville Niall Nicolas Nikos Noboru Norris Octavio Olivier Omer Orlando Orrin Osbert Osman Otis Owain Ozzy Panos Paulo Pavel Percival Peregrine Perry Petr Philippe Pieter-Jan
Piotr Prakash Primo Rabindranath Radovan Rafe Rahul Raj Rajesh Rajiv Ralf Ram Ramesh Randal Randall Randolph Randy Ravi Reid Rémi Reuben Riley Rob Robbie Rocco Rogelio Ronnie Roscoe Royce Rudi Rudy Rufus Rune Ruslan Russ Sacha Sachin Sal Salman Sandro Sanford Sanjay Satish Seth Shawn Shinichi Shiro Sid Sigurd Simeon
Sinclair Slobodan Solomon Spike Srinivasa Stafford Stephan Steffen Sterling Stevie Stig Subrahmanyan Sunil Suresh Sushil Syed Sylvester Tadao Tadashi Tadeusz Taro Tariq Tetsuo Thad Thurgood Timo Timur Titus Tobin Toby Todor Tomás Tomas Tomasz Tor Toru Toshiro Travis Tristan Tyler Tyrone Ulysses Uri Urs Valery Vasco Vaughn Vern Vijay
Vikram Vince Vincenzo Vincente Vito Vivek Vlad Vladislav Wade Waldo Wallis Wally Walt Wayland Wendell Wes Wesley Whitfield Wilbert Wilfried Willard Willis Wilmer Winthrop Wojciech Wolf Woodrow Wynton Yannick Yaroslav Yasuo Yevgeny Yo-Yo Yoshio Yuval Zach Zbigniew Zdeněk Zoltán Zoltan Gideon Garth Ragnar Ethelbert`.split(
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
