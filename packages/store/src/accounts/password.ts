// Password rules and hashes: argon2id in its PHC text form, computed on Node's thread pool.
import assert from 'node:assert/strict'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ApiError } from '@vitrine/contract/api-error'

const deriveKey = promisify(argon2)

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. About 60 ms on one core.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const KEY_BYTES = 32

const MIN_LENGTH = 6
const MAX_LENGTH = 128

/** Argon2id hash of an accepted password; see `hashPassword`. */
export type PasswordHash = string & { readonly brand: 'PasswordHash' }

/**
 * Checks a new password and hashes it. Takes about 60 ms off the main thread, so call it before opening a transaction. Throws
 * `password-too-weak` for fewer than 6 or more than 128 characters, or one of the most frequent passwords.
 */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const normal = normalise(password)
  const length = [...normal].length
  if (length < MIN_LENGTH) {
    throw new ApiError(
      'password-too-weak',
      { reason: 'too-short', minimumLength: MIN_LENGTH },
      'Password must be at least 6 characters long',
    )
  }
  if (length > MAX_LENGTH) {
    throw new ApiError(
      'password-too-weak',
      { reason: 'too-long', maximumLength: MAX_LENGTH },
      'Password must be at most 128 characters long',
    )
  }
  if (isFrequentPassword(normal)) throw new ApiError('password-too-weak', { reason: 'too-frequent' })
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(normal, salt, { memory: MEMORY_KIB, passes: PASSES, lanes: LANES }, KEY_BYTES)
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(salt)}$${text(key)}` as PasswordHash
}

/**
 * Compares a typed password with a stored hash. Without a hash (unknown user, or one who signs in with Google) it still computes
 * one and returns false, so that the response time does not reveal which addresses have an account.
 */
export async function isPasswordRight(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const stored = parse(storedHash ?? ABSENT_HASH)
  const key = await derive(normalise(password), stored.salt, stored.cost, stored.key.length)
  return timingSafeEqual(key, stored.key) && typeof storedHash === 'string'
}

/** A hash that no password matches, with the same cost as a real one. */
export const ABSENT_HASH =
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}` as PasswordHash

interface Cost {
  memory: number
  passes: number
  lanes: number
}

function derive(password: string, salt: Buffer, cost: Cost, keyBytes: number): Promise<Buffer> {
  return deriveKey('argon2id', {
    message: password,
    nonce: salt,
    parallelism: cost.lanes,
    tagLength: keyBytes,
    memory: cost.memory,
    passes: cost.passes,
  })
}

function parse(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  assert(match, 'a stored password hash is not argon2id in PHC form')
  const [, memory, passes, lanes, salt, key] = match
  return {
    cost: { memory: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt ?? '', 'base64'),
    key: Buffer.from(key ?? '', 'base64'),
  }
}

/** Keyboards send the same letters composed or decomposed; both count as one password. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

/** The passwords that attackers try first. Those of fewer than six characters are refused anyway and are not listed. */
const frequent = new Set(
  `
  123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 7654321 87654321
  654321 111111 1111111 11111111 1111111111 000000 0000000 00000000 0000000000 222222 333333 444444 555555 55555555
  666666 66666666 777777 7777777 77777777 888888 88888888 999999 99999999 121212 12121212 123123 123123123 112233
  11223344 1122334455 123321 123454321 1234321 159753 147258 147258369 147852 147896325 258456 159357 101010 131313
  141414 151515 171717 191919 202020 212121 232323 252525 696969 789456 789456123 789789 102030 10203040 142536 123654
  123789 456123 456789 456456 741852 741852963 753951 852456 951753 963852741 969696 989898 100000 200000 123000 010203
  01234567 012345 010101 123457 112358 314159 420420 520520 5201314 1314520 a123456 a12345678 a123456789 123456a
  123456aa 12345a 12345abc 1234abcd 123abc 123abc123 abc123 abc1234 abc12345 abc123456 abcd1234 abcd12345 abcd123456
  aa123456 aa12345678 aaaaaa aaaaaaaa abcabc abcdef abcdefg abcdefgh abcd12 asdasd asdf1234 asdfasdf asdfgh asdfghj
  asdfghjk asdfghjkl azerty azertyuiop 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3
  q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qaz123 qweasd qweasdzxc qweqwe qwer1234 qwert12345 qwerty qwerty1 qwerty12
  qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuiop qwe123 qwe123qwe wasdwasd zaq12wsx zaq1zaq1
  zxcvbn zxcvbnm zxcvbnm123 zxcasd zxczxc poiuyt mnbvcxz lkjhgf password password1 password12 password123 password1234
  password12345 password123456 password01 password2 password2020 password2021 password2022 password2023 password2024
  password2025 password2026 passw0rd passw0rd1 p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 pa55word passpass
  pass123 pass1234 pass12345 passwd mypassword mypass letmein letmein1 welcome welcome1 welcome12 welcome123 welcome1234
  welcome@123 admin1 admin12 admin123 admin1234 admin12345 admin123456 admin@123 administrator adminadmin root123
  rootroot toor123 test123 test1234 test12345 testing testing1 testing123 testtest tester guest123 guest1234 login123
  user123 user1234 username default changeme changeme1 changeme123 secret secret1 secret123 temp123 temp1234 temppass
  trustno1 master master1 master123 superman superman1 batman batman123 batman1 spiderman ironman pokemon pokemon1
  pikachu naruto naruto1 minecraft minecraft1 fortnite roblox starwars starwars1 dragon dragon1 dragon123 monkey monkey1
  monkey123 shadow shadow1 football football1 football123 baseball baseball1 basketball soccer soccer1 hockey cricket
  cricket1 cricket123 liverpool liverpool1 chelsea chelsea1 arsenal arsenal1 barcelona barcelona1 realmadrid
  manchester juventus princess princess1 princess123 sunshine sunshine1 iloveyou iloveyou1 iloveyou2 iloveyou123
  ilovegod iloveu lovely loveme lovelove love123 love1234 love12345 loveyou myspace1 whatever whatever1 nothing nothing1
  freedom freedom1 forever forever1 flower flower1 flowers butterfly rainbow angel1 angel123 angels blessed jesus1
  jesus123 jesuschrist godisgood godisgreat krishna krishna123 ganesh ganesh123 sairam sairam123 saibaba om123456
  jaimatadi hanuman bismillah india123 india@123 india1234 indian bharat bharat123 mumbai delhi123 computer computer1
  internet internet1 samsung samsung1 samsung123 google google1 google123 facebook facebook1 iphone iphone1 android
  michael michael1 jordan jordan1 jordan23 jennifer jessica jessica1 ashley ashley1 daniel daniel1 daniel123 charlie
  charlie1 charlie123 thomas thomas1 robert robert1 george george1 andrew andrew1 matthew matthew1 joshua joshua1
  anthony anthony1 william william1 michelle michelle1 nicole nicole1 hannah hannah1 jasmine jasmine1 taylor taylor1
  justin justin1 brandon brandon1 tigger tigger1 buster ginger ginger1 pepper pepper1 cookie cookie1 cookie123 banana
  banana1 chocolate chocolate1 cheese cheese1 orange orange1 purple purple1 yellow summer summer1 summer123 summer2024
  summer2025 summer2026 winter winter1 winter123 spring spring123 autumn january february monday friday friday1 family
  family1 family123 friends friends1 mother mother1 father father123 mommy1 daddy1 babygirl babygirl1 babyboy
  killer killer1 hunter hunter1 hunter2 ranger harley mustang mustang1 ferrari ferrari1 porsche mercedes corvette
  hello1 hello12 hello123 hello1234 helloworld hello hello@123 access access14 matrix phoenix merlin maverick
  blink182 nirvana metallica slipknot eminem eminem1 cowboys steelers yankees lakers lakers24 patriots
  12qwaszx 11111q 1234qwer 12341234 123qwe 123qweasd 123qwe123 123asd 123qweasdzxc 1a2b3c 1a2b3c4d a1b2c3 a1b2c3d4
  a1s2d3f4 q1q1q1q1 z1x2c3v4 zxcv1234 aaa111 aaa123 xxx123 xxxxxx zzzzzz qqqqqq qqqqqqqq wwwwww ssssss
  gfhjkm marina natasha vfhbyf senha123 contrasena hallo123 passwort passwort1 schatz motdepasse doudou soleil loulou
  azerty123 vitrine vitrine1 vitrine123
  `
    .trim()
    .split(/\s+/),
)

/** True when the password, ignoring case, is among the most common ones. */
function isFrequentPassword(password: string): boolean {
  return frequent.has(password.toLowerCase())
}
