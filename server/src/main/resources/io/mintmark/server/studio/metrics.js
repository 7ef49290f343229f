// The server's own metrics, and what of them and of its description would raise an alert.

import { ask } from "./server.js";
import { bytes, duration } from "./words.js";

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/gm;
const DAY = 86_400;

export async function metrics() {
  const { text } = await ask("GET", "/metrics", { text: true, quiet: true });
  return { at: performance.now(), all: [...text.matchAll(LINE)].map(([, name, labels = "", value]) => ({ name, labels, value: Number(value) })) };
}

const those = (look, name, labels) => look.all.filter(each => each.name === name && each.labels.includes(labels));
const sum = (look, name, labels = "") => those(look, name, labels).reduce((all, each) => all + each.value, 0);

// The shipped alert rules by name, judged by what is known now: rates by the last seconds, where the rules take minutes.
const RULES = {
  StoreGone: ({ server }) => !server.store.serving && "The store does not answer: nothing is written.",
  CutOff: ({ now }) => sum(now, "mintmark_storage_outage") > 0 && "This node is cut off from PostgreSQL: other nodes should be asked.",
  JournalSetAside: ({ server }) => server.store.journalSetAside > 0 && `Documents that could not come home to their databases: ${server.store.journalSetAside}.`,
  JournalFailed: ({ now }) => sum(now, "mintmark_journal_failed") > 0 && "The disk of this node's journal failed: cut off, it takes no documents until it is restarted.",
  DatabaseFailed: ({ server }) => server.databases.failed > 0 && `Databases that take no writes: ${server.databases.failed}.`,
  DiskNearlyFull: ({ server }) => server.store.freeBytes < 2 ** 30 && `The disk has ${bytes(server.store.freeBytes)} left.`,
  BestEffort: ({ server }) => server.store.class === "best effort" && `A crash may lose what was acknowledged: ${server.store.why ?? "by the store's settings"}.`,
  NumbersRunOut: ({ now, rate }) => those(now, "mintmark_numbers_left", "").some(left =>
    left.value <= 90 * DAY * rate("mintmark_numbers_reserved_total", left.labels)) && "A counter is at its ceiling within 90 days, at the rate of now.",
  CertificateExpires: ({ server }) => server.certificate && seconds(server.certificate.expires) < 14 * DAY && `The certificate ends in ${duration(Math.max(0, seconds(server.certificate.expires)))}.`,
  CertificateRefused: ({ server }) => server.certificate?.renewalRefused && "The files have a new certificate, which was refused.",
  WitnessNotWritten: ({ server }) => server.store.witnessWritten === false && "The witness cannot be written: an older copy of the data may go unnoticed.",
  NoBackup: ({ server }) => server.backup && !server.backup.newest && "No backup is known.",
  BackupOld: ({ server }) => server.backup?.newest && -seconds(server.backup.newest) > DAY / 2 && `The newest backup is ${duration(-seconds(server.backup.newest))} old.`,
  BackupFailed: ({ grown }) => grown("mintmark_backup_failed_total") > 0 && "A backup was not completed.",
  HeapNearlyFull: ({ now }) => sum(now, "jvm_memory_used_bytes", 'area="heap"') > 0.85 * sum(now, "jvm_memory_max_bytes", 'area="heap"') && "More than 85 % of the heap are in use.",
  Sheds: ({ grown }) => grown("mintmark_http_shed_total") > 0 && "Requests are answered with 503 before they begin.",
  DatabasesTurnedAway: ({ grown }) => grown("mintmark_databases_turned_away_total") > 0 && "More databases are wanted at once than may be open.",
  RequestsWait: ({ before, now }) => Math.min(sum(before, "mintmark_http_waiting"), sum(now, "mintmark_http_waiting")) > 0 && "Requests wait to be started.",
  Slow: ({ now }) => those(now, "mintmark_http_requests_seconds", "hilo/next").some(each => each.labels.includes("0.99") && each.value > 0.25) && "One range in a hundred takes longer than 250 ms.",
  Refuses: ({ grown }) => grown("mintmark_http_refused_total") > 0.05 * grown("mintmark_http_requests_seconds_count") && "More than 5 % of all requests are answered with an error.",
  ConnectionsRefused: ({ grown }) => grown("mintmark_http_connections_refused_total") > 0 && "Connections are closed at once.",
  HandshakesFail: ({ rate }) => rate("mintmark_tls_handshakes_failed_total") > 0.1 && "TLS handshakes come to nothing.",
  SlowClients: ({ rate }) => rate("mintmark_http_slow_total") > 1 && "Clients are given up for their slowness.",
  ChangesCut: ({ grown }) => grown("mintmark_changes_cut_total") > 0 && "Connections that hear changes were cut.",
  AnotherLife: ({ grown }) => grown("mintmark_hilo_returns_total", 'outcome="another-life"') > 0 && "Clients hold ranges of a database that was restored or made anew.",
};

const seconds = text => (Date.parse(text) - Date.now()) / 1000;

// Returns each rule that would raise an alert, with why.
export function alerts(server, before, now) {
  const grown = (name, labels) => sum(now, name, labels) - sum(before, name, labels);
  const rate = (name, labels) => grown(name, labels) * 1000 / Math.max(1, now.at - before.at);
  return Object.entries(RULES).map(([name, rule]) => [name, rule({ server, before, now, grown, rate })]).filter(([, why]) => why);
}

export const RULE_COUNT = Object.keys(RULES).length;
