// How scenarios wait for indexes, and for what comes behind a reply.
import assert from "node:assert/strict";
import { setTimeout as rest } from "node:timers/promises";
import { GetStatisticsOperation } from "ravendb";

const MILLIS_MAX = 60_000;

/** Asks again until it is so. */
export async function eventually(isSo, otherwise) {
  const end = Date.now() + MILLIS_MAX;
  while (!(await isSo())) {
    assert.ok(Date.now() < end, otherwise);
    await rest(20);
  }
}

/** Waits as the client's own tests do: until no index is stale, and none is about to replace another. */
export async function caughtUp(store) {
  await eventually(async () => {
    const { indexes } = await store.maintenance.send(new GetStatisticsOperation());
    return indexes.length > 0 && indexes.every((index) => !index.isStale && !index.name.startsWith("ReplacementOf/"));
  }, "an index is still stale");
}
