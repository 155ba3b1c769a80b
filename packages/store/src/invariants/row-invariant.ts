// Invariants that need only rows. Each check returns up to a limited number of violations as sentences. They name ids, never
// personal data, because they end up in terminals and tickets.
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'

const MAX_REPORTED = 20

/** The results of a query that selects `fault`. */
export async function listFaults(db: Reader, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ fault: string }>(sql`select fault from (${query}) found limit ${MAX_REPORTED}`)
  return rows.map(({ fault }) => fault)
}

/** Every reward sets a mark of its number, and the primary key allows one mark per number. */
export function findRepeatedRewards(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select rewards || ' profiles were rewarded, but only ' || marks || ' phone numbers are on record' as fault
          from (select (select count(*) from credit_transfers where reason = 'profile') as rewards,
                       (select count(*) from reward_marks where kind = 'profile-phone') as marks) counted
         where rewards > marks`,
  )
}

export function findUnpaidVideos(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select 'render ' || r.id || ' is of template ' || r.template_id || ', which user ' || r.user_id || ' does not own' as fault
          from renders r
         where r.kind = 'full' and not exists (
           select from entitlements e where e.user_id = r.user_id and e.template_id = r.template_id)`,
  )
}

/** The ids of customers' files are the strings `u_<uuid>` anywhere in the inputs. */
export function findForeignFiles(db: Reader): Promise<string[]> {
  const uses = (table: 'projects' | 'renders') => sql`
    select ${table === 'projects' ? 'project ' : 'render '}::text || p.id || ' of user ' || p.user_id || ' uses file ' || a.id
           || ' of user ' || a.owner_user_id as fault
      from ${sql.identifier(table)} p
     cross join lateral (
       select distinct id #>> '{}' as id
         from jsonb_path_query(jsonb_build_array(p.values, p.difference, p.timeline),
                '$.** ? (@.type() == "string" && @ like_regex "^u_[0-9a-f-]{36}$")') id) used
      join assets a on a.id = used.id
     where a.owner_user_id is distinct from p.user_id`
  return listFaults(db, sql`${uses('projects')} union all ${uses('renders')}`)
}

export function findPublicKeys(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select what || ' ' || id || ' is stored at ' || key as fault
          from (select 'file' as what, id, unnest(array[storage_key, proxy_key, poster_key, original_key]) as key
                  from assets where owner_user_id is not null
                union all select 'video of a template', id, storage_key from assets where template_use is not null
                union all select 'render', id::text, unnest(array[file_key, poster_key]) from renders
                union all select 'reference render', key, storage_key from reference_renders
                union all select 'part of upload', upload_id, storage_key from upload_parts
                union all select 'picture of user', id::text, profile_picture_key from users
                union all select 'import', i.id::text, file ->> 'storageKey'
                  from template_imports i, jsonb_array_elements(i.files) file) stored
         where key is not null and key not like 'private/%'`,
  )
}

export function findSessionFaults(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select 'session ' || s.id || ' of user ' || s.user_id || case
                 when u.deleted_at is not null then ' goes on although the account is deleted'
                 when u.blocked_at is not null then ' goes on although the account is blocked'
                 else ' lasts until ' || s.expires_at end as fault
          from sessions s join users u on u.id = s.user_id
         where s.expires_at > now()
           and (u.deleted_at is not null or u.blocked_at is not null
                or s.expires_at > s.created_at + case when s.remember_me then interval '7 days' else interval '24 hours' end)
        union all
        select 'a session of the dashboard opened with sign-in ' || session_id || ' lasts until ' || expires_at
          from admin_sessions where expires_at > created_at + interval '8 hours'`,
  )
}

export function findPasswordFaults(db: Reader): Promise<string[]> {
  const isHash = '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+\\$[A-Za-z0-9+/]{11,}\\$[A-Za-z0-9+/]{22,}$'
  return listFaults(
    db,
    sql`select 'the password of user ' || id || ' is not stored as a hash of argon2id' as fault
          from users where password_hash !~ ${isHash}
        union all
        select 'the password of the dashboard is not stored as a hash of argon2id'
          from admin_password where password_hash !~ ${isHash}`,
  )
}

export function findCodeFaults(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select 'code ' || id || case
                 when code_hash !~ '^[A-Za-z0-9_-]{43}$' or length(salt) < 16 then ' is not stored as a salted hash'
                 else ' lasts longer than 10 minutes' end as fault
          from otps
         where code_hash !~ '^[A-Za-z0-9_-]{43}$' or length(salt) < 16 or expires_at > created_at + interval '601 seconds'`,
  )
}

/** A token and its hash look alike, so this checks the schema: secrets must be in columns named as hashes or as encrypted. */
export function findPlainSecrets(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select 'column ' || table_name || '.' || column_name || ' is not named as a hash' as fault
          from information_schema.columns
         where table_schema = 'public' and column_name ~ '(token|password|passphrase|nonce|proof|secret|otp|code_digits)'
           and column_name !~ '(_hash|_mark|_encrypted)$'`,
  )
}

export function findDeletedTraces(db: Reader): Promise<string[]> {
  const traces = sql.join(
    (
      [
        'sessions',
        'known_devices',
        'likes',
        'cart_items',
        'projects',
        'renders',
        'prepared_renders',
        'second_factors',
        'billing_details',
      ] as const
    ).map((table) => sql`select user_id, ${table}::text as what from ${sql.identifier(table)}`),
    sql` union all `,
  )
  return listFaults(
    db,
    sql`select 'deleted user ' || id || ' still has a name, an address, a number or a password' as fault
          from users
         where deleted_at is not null
           and (email !~ '@deleted\\.invalid$' or username !~ '^~' or actual_name <> '' or phone_number <> ''
                or employment_field <> '' or password_hash is not null or google_subject is not null
                or profile_picture_key is not null)
        union all
        select distinct 'deleted user ' || u.id || ' still has rows in ' || t.what
          from (${traces} union all select owner_user_id, 'assets' from assets
                union all select owner_user_id, 'uploads' from uploads
                union all select user_id, 'unpaid orders with their buyer' from pack_orders
                           where paid_at is null and quote -> 'buyer' <> 'null') t
          join users u on u.id = t.user_id
         where u.deleted_at is not null`,
  )
}

/** Allows one extra day for the maintenance that clears them. */
export function findOldAddresses(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select 'line ' || id || ' of the log, of ' || happened_at::date || ', still has a network address' as fault
          from admin_acts where ip <> '' and happened_at < now() - interval '91 days'`,
  )
}

export function findUnenforcedRules(db: Reader): Promise<string[]> {
  return listFaults(
    db,
    sql`select 'constraint ' || conname || ' of ' || conrelid::regclass || ' is not valid' as fault
          from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
        union all
        select 'trigger ' || tgname || ' of ' || tgrelid::regclass || ' is switched off'
          from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where c.relnamespace = 'public'::regnamespace and tgenabled = 'D'`,
  )
}
