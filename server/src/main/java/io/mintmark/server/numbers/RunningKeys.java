package io.mintmark.server.numbers;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.databases.Database;
import io.mintmark.storage.write.KeyedAnswer;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys whose first request this node is answering. Nothing depends on them: a request that comes at the same time at
 * another node waits for the store instead, and gets the same answer. Thread-safe.
 */
final class RunningKeys {
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    private record Running(String database, String key) {}

    /** A write, which must be settled before anybody hears that it is. */
    private record Watched<T>(Pending<T> write, CompletableFuture<Boolean> settled) implements Pending<T> {
        @Override
        public T await() {
            return write.await();
        }

        @Override
        public void whenSettled(Runnable next) {
            CompletableFuture<Void> ignored = settled.thenRun(next);
        }
    }

    /** Starts {@code write}, or refuses it while another one of its key is under way. */
    <T> Pending<KeyedAnswer<T>> submit(Database database, KeyedWrite<T> write, Party party) {
        Running mine = new Running(database.name(), write.key().name());
        if (!running.add(mine)) {
            throw new ApiException(
                            ErrorType.IDEMPOTENCY_KEY_RUNNING,
                            "The first request with this key is still being answered: send it again in a moment.")
                    .header("Retry-After", "1");
        }
        Pending<KeyedAnswer<T>> begun = begin(database, write, party, mine);
        CompletableFuture<Boolean> settled = new CompletableFuture<>();
        begun.whenSettled(() -> settled.complete(running.remove(mine)));
        return new Watched<>(begun, settled);
    }

    private <T> Pending<KeyedAnswer<T>> begin(Database database, KeyedWrite<T> write, Party party, Running mine) {
        try {
            return database.storage().submit(write, party);
        } catch (RuntimeException | Error e) {
            running.remove(mine);
            throw e;
        }
    }
}
