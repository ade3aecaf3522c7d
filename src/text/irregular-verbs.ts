/** English verbs whose forms do not begin alike: each line a verb and its other forms. */
const VERBS = `
arise arose arisen
bear bore born
become became
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feel felt
fight fought
fly flew flown
forget forgot forgotten
get got gotten
give gave given
go went gone
grow grew grown
hear heard
hide hid hidden
hold held
keep kept
know knew known
lead led
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shoot shot
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck
swim swam swum
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wear wore worn
win won
write wrote written
`;

/** Form → base. Forms that are words of their own as well (found, left, rose) stay what they are. */
export const IRREGULAR_VERBS: ReadonlyMap<string, string> = new Map(
  VERBS.trim()
    .split('\n')
    .flatMap((line) => {
      const [base, ...forms] = line.split(' ') as [string, ...string[]];
      return forms.map((form) => [form, base] as const);
    }),
);
