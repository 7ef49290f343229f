package io.mintmark.simulation.node;

import io.mintmark.counter.RangeSize;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A database that a process serves: what a call comes to, as the server's endpoints have it. */
final class OpenDatabase {
    private static final DocumentContent CONTENT =
            new DocumentContent("Things", new byte[] {'{', '}'}, new byte[] {'{', '}'});
    private static final Party PARTY = new Party("clients", () -> {});

    private final NodeProcess process;
    private final DatabaseRows rows;
    private final Storage storage;

    OpenDatabase(NodeProcess process, DatabaseRows rows, Storage storage) {
        this.process = process;
        this.rows = rows;
        this.storage = storage;
    }

    DatabaseRows rows() {
        return rows;
    }

    boolean hasFailed() {
        return storage.hasFailed();
    }

    void serve(Call call, Consumer<Answer> reply) {
        switch (call.kind()) {
            case RANGE -> reserve(call, reply);
            case RETURN -> giveBack(call, reply);
            case IDENTITY -> next(call, reply);
            case PUT -> put(new IdTemplate.ServerSide("things/"), reply);
            case STORE -> put(new IdTemplate.Semantic(DocumentId.of(Objects.requireNonNull(call.id()))), reply);
            case READ -> reply.accept(answer(null, rows.hasDocument(Objects.requireNonNull(call.id())) ? 1 : 0, null));
            case LIFE -> reply.accept(answer(null, 0, null));
        }
    }

    private Answer answer(@Nullable Lease lease, long number, CommandResult.@Nullable Stored stored) {
        return new Answer(
                true,
                lease,
                number,
                stored == null ? null : stored.id().text(),
                stored == null ? null : stored.changeVector(),
                storage.life(),
                rows.era(),
                process.world().engine().putBacks(),
                process.wallClock());
    }

    /** Answers as soon as the outcome is known; the judge is told in which state of the store the call arrived. */
    private <T> void settle(Pending<T> pending, Consumer<Answer> reply, BiConsumer<T, Consumer<Answer>> then) {
        int arrived = process.world().engine().putBacks();
        pending.whenSettled(() -> {
            T result;
            try {
                result = pending.await();
            } catch (RuntimeException refused) {
                reply.accept(Answer.refused());
                return;
            }
            then.accept(result, answer -> reply.accept(answer.arrived(arrived)));
        });
    }

    private static CounterName counter(Call call) {
        return CounterName.ofTag("c" + call.thing());
    }

    private void reserve(Call call, Consumer<Answer> reply) {
        Duration since = call.lastRangeAt() == null ? null : Duration.between(call.lastRangeAt(), process.wallClock());
        int size = RangeSize.next(call.size(), since);
        settle(
                storage.submit(new RangeRequest(counter(call), call.lastMax(), size, null), PARTY),
                reply,
                (lease, then) -> then.accept(answer(lease, 0, null)));
    }

    private void giveBack(Call call, Consumer<Answer> reply) {
        settle(
                storage.submit(new RangeReturn(counter(call), call.lastMax(), call.size(), call.token()), PARTY),
                reply,
                (verdict, then) ->
                        then.accept(answer(null, verdict instanceof ReturnRule.Verdict.Accepted ? 1 : 0, null)));
    }

    private void next(Call call, Consumer<Answer> reply) {
        settle(
                storage.submit(new IdentityRequest("i" + call.thing(), call.id()), PARTY),
                reply,
                (number, then) -> then.accept(answer(null, number, null)));
    }

    private void put(IdTemplate id, Consumer<Answer> reply) {
        DocumentBatch batch = new DocumentBatch(
                List.of(new DocumentCommand.Put(id, Expectation.ANYTHING, CONTENT)), IdentityPartsSeparator.DEFAULT);
        settle(
                storage.submit(batch, PARTY),
                reply,
                (results, then) -> then.accept(answer(null, 0, (CommandResult.Stored) results.get(0))));
    }
}
