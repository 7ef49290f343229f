package io.mintmark.simulation.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.MintmarkException;
import io.mintmark.counter.RangeSize;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.simulation.engine.DocumentPages;
import io.mintmark.simulation.engine.Engine;
import io.mintmark.simulation.engine.OpenedRows;
import io.mintmark.simulation.judge.CreationsJudge;
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
    private static final DocumentContent CONTENT = content("{}");
    private static final Party PARTY = new Party("clients", () -> {});

    private final NodeProcess process;
    private final OpenedRows opened;
    private final DatabaseRows rows;
    private final Storage storage;

    /** Serves {@code storage}, behind which are the rows that were opened. */
    OpenDatabase(NodeProcess process, OpenedRows opened, Storage storage) {
        this.process = process;
        this.opened = opened;
        this.rows = opened.stored();
        this.storage = storage;
    }

    private static DocumentContent content(String body) {
        return new DocumentContent("Things", body.getBytes(UTF_8), "{}".getBytes(UTF_8));
    }

    Storage storage() {
        return storage;
    }

    /** Learns how far other nodes wrote than the one of that tag. */
    void lift(NodeTag tag) {
        opened.lift(tag.text());
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
            case PUT, STORE -> put(call, CONTENT, reply);
            case CREATE -> put(call, content(CreationsJudge.body(call.size())), reply);
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
                stored != null && stored.here(),
                process.machine(),
                process.wallClock());
    }

    /** Returns the answer to a call that failed; what is no refusal is a fault of the code, and ends the run. */
    Answer refused(RuntimeException why) {
        if (!(why instanceof MintmarkException)) {
            process.world().judge().failed(why);
        }
        return Answer.refused();
    }

    /** Answers as soon as the outcome is known; the judge is told in which state of the store the call arrived. */
    private <T> void settle(Pending<T> pending, Consumer<Answer> reply, BiConsumer<T, Consumer<Answer>> then) {
        int arrived = process.world().engine().putBacks();
        pending.whenSettled(() -> {
            T result;
            try {
                result = pending.await();
            } catch (RuntimeException why) {
                reply.accept(refused(why));
                return;
            }
            then.accept(result, answer -> reply.accept(answer.arrived(arrived)));
        });
    }

    /** Readers see what was synced, and a node that is cut off reads nothing but what it keeps itself. */
    private void read(Call call, Consumer<Answer> reply) {
        Engine engine = process.world().engine();
        if (rows.syncedAt() > process.ticks()) {
            process.world().agenda().at(rows.syncedAt(), () -> process.run(() -> read(call, reply)));
            return;
        }
        String id = Objects.requireNonNull(call.id());
        if (call.kind() == Call.Kind.READ) {
            reply.accept(readVersion(DocumentId.of(id)));
            return;
        }
        if (!process.readsEngine() || engine.database(call.name()) != rows) {
            reply.accept(Answer.refused());
            return;
        }
        DocumentPages pages = new DocumentPages(engine, rows);
        Answer answer = answer(null, 0, null);
        reply.accept(
                call.kind() == Call.Kind.LIST
                        ? answer.with(pages.list(id, call.version()))
                        : answer.with(pages.changes(id, call.version())));
    }

    private Answer readVersion(DocumentId id) {
        try {
            return answer(null, 0, null).with(storage.reads().version(id).orElse(null));
        } catch (MintmarkException refused) {
            return Answer.refused();
        }
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

    private void put(Call call, DocumentContent content, Consumer<Answer> reply) {
        String named = call.id();
        IdTemplate id =
                named == null ? new IdTemplate.ServerSide("things/") : new IdTemplate.Semantic(DocumentId.of(named));
        settle(
                submit(new DocumentCommand.Put(id, Expectation.ANYTHING, content)),
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
        } catch (RuntimeException why) {
            return refused(why);
        }
    }
}
