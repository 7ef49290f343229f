package io.mintmark.simulation.node;

import io.mintmark.counter.RangeSize;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.simulation.engine.DocumentPages;
import io.mintmark.simulation.engine.Engine;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.ConcurrencyException;
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
            case UPDATE, DELETE -> change(call, reply);
            case READ, LIST, CHANGES -> read(call, reply);
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
                null,
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

    /** Readers see what was synced, and a node that is cut off reads nothing. */
    private void read(Call call, Consumer<Answer> reply) {
        Engine engine = process.world().engine();
        if (rows.syncedAt() > process.ticks()) {
            process.world().agenda().at(rows.syncedAt(), () -> process.run(() -> read(call, reply)));
            return;
        }
        if (!process.reachesEngine() || engine.database(call.name()) != rows) {
            reply.accept(Answer.refused());
            return;
        }
        String id = Objects.requireNonNull(call.id());
        DocumentPages pages = new DocumentPages(engine, rows);
        Answer answer = answer(null, 0, null);
        reply.accept(
                switch (call.kind()) {
                    case LIST -> answer.with(pages.list(id, call.version()));
                    case CHANGES -> answer.with(pages.changes(id, call.version()));
                    default -> answer.with(rows.version(id));
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
        settle(
                submit(new DocumentCommand.Put(id, Expectation.ANYTHING, CONTENT)),
                reply,
                (results, then) -> then.accept(answer(null, 0, (CommandResult.Stored) results.get(0))));
    }

    private Pending<List<CommandResult>> submit(DocumentCommand command) {
        return storage.submit(new DocumentBatch(List.of(command), IdentityPartsSeparator.DEFAULT), PARTY);
    }

    /** Answers 1 if it was done, and 0 if the document had another version. */
    private void change(Call call, Consumer<Answer> reply) {
        if (call.scope() != process.world().scope(call.name())) {
            reply.accept(Answer.refused());
            return;
        }
        DocumentId id = DocumentId.of(Objects.requireNonNull(call.id()));
        Expectation expected = process.world().settings().twin() == Twin.OLD_VERSION_ACCEPTED
                ? Expectation.ANYTHING
                : Expectation.parse(call.version());
        Pending<List<CommandResult>> pending = submit(
                call.kind() == Call.Kind.DELETE
                        ? new DocumentCommand.Delete(id, expected)
                        : new DocumentCommand.Put(new IdTemplate.Semantic(id), expected, CONTENT));
        int arrived = process.world().engine().putBacks();
        pending.whenSettled(() -> reply.accept(changed(pending).arrived(arrived)));
    }

    private Answer changed(Pending<List<CommandResult>> pending) {
        try {
            return pending.await().get(0) instanceof CommandResult.Stored stored
                    ? answer(null, 1, stored)
                    : answer(null, 1, null);
        } catch (ConcurrencyException other) {
            return answer(null, 0, null);
        } catch (RuntimeException refused) {
            return Answer.refused();
        }
    }
}
