package io.mintmark.lab.cuts;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.counter.ReturnRule;
import io.mintmark.document.IdTemplate;
import io.mintmark.storage.Slice;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Listing;
import io.mintmark.storage.document.Page;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares one database with what was acknowledged of it, and then writes to it. */
final class DatabaseExamination {
    private static final int PAGE = 1_000;

    private final Storage storage;
    private final DatabaseHistory told;
    private final long operations;
    private final List<Violation> violations;
    /** By key form of the id. */
    private final Map<String, String> bodies = new HashMap<>();

    DatabaseExamination(Storage storage, DatabaseHistory told, long operations, List<Violation> violations) {
        this.storage = storage;
        this.told = told;
        this.operations = operations;
        this.violations = violations;
    }

    void run() {
        if (!told.databaseId.permittedAt(operations).contains(storage.databaseId())
                && !told.databaseId.permittedAt(operations).contains(null)) {
            found(Violation.Kind.LOST, "the id of the database itself");
        }
        storage.reads().identities(new Slice("", 0, PAGE));
        for (@Nullable Listing next = Listing.NewestFirst.all(); next != null; ) {
            Page page = storage.reads().list(next, PAGE);
            page.documents().forEach(this::present);
            next = page.next().orElse(null);
        }
        told.documents.forEach(this::permitted);
        batches();
        repeat();
        goOn();
    }

    private void found(Violation.Kind kind, String what) {
        violations.add(new Violation(kind, told.label + ": " + what));
    }

    private void present(StoredDocument document) {
        if (CounterName.isShownBy(document.id())) {
            return;
        }
        String body = new String(document.content().body(), UTF_8);
        String key = document.id().key();
        bodies.put(key, body);
        DatabaseHistory.@Nullable Put put = told.puts.get(body);
        if (put == null || !put.effect.hasBegunAt(operations) || (put.key() != null && !key.equals(put.key()))) {
            found(Violation.Kind.FOREIGN, "document " + key + " with " + brief(body));
        } else if (put.changeVector() != null && !document.changeVector().equals(put.changeVector())) {
            found(
                    Violation.Kind.LOST,
                    "version of " + key + " is " + document.changeVector() + ", not " + put.changeVector());
        }
    }

    private void permitted(String key, Register register) {
        Set<@Nullable String> permitted = register.permittedAt(operations);
        String body = bodies.get(key);
        if (!permitted.contains(body)) {
            found(
                    Violation.Kind.LOST,
                    "document " + key + " is " + brief(body) + ", not one of "
                            + permitted.stream().map(DatabaseExamination::brief).toList());
        }
    }

    private static String brief(@Nullable String body) {
        return body == null ? "absent" : body.replaceAll(",\"pad.*", "}");
    }

    /** A write on its way is there whole, or not at all. */
    private void batches() {
        Map<Effect, Set<Boolean>> halves = new LinkedHashMap<>();
        told.puts.forEach((body, put) -> {
            String key = put.key();
            Register register = key == null ? null : told.documents.get(key);
            if (register != null && register.wasLastSetBy(put.effect)) {
                halves.computeIfAbsent(put.effect, any -> new HashSet<>()).add(body.equals(bodies.get(key)));
            }
        });
        halves.forEach((effect, seen) -> {
            if (seen.size() > 1) {
                found(Violation.Kind.LOST, "half of a batch");
            }
        });
    }

    private void goOn() {
        List<Runnable> answers = new ArrayList<>();
        told.countersAt(operations).forEach((counter, bound) -> {
            Pending<Lease> lease =
                    storage.submit(new RangeRequest(CounterName.ofTag(counter), 0, 1, "after"), Party.NOBODY);
            answers.add(() -> above(counter, bound, lease.await().low()));
        });
        told.identitiesAt(operations).forEach((name, bound) -> {
            Pending<Long> number = storage.submit(new IdentityRequest(name, null), Party.NOBODY);
            answers.add(() -> above(name + "|", bound, number.await()));
        });
        Pending<List<CommandResult>> batch = storage.submit(
                new DocumentBatch(List.of(put("users/"), put("users|")), OpenDatabase.SEPARATOR), Party.NOBODY);
        answers.forEach(Runnable::run);
        batch.await().forEach(this::isNew);
    }

    private static DocumentCommand put(String id) {
        return new DocumentCommand.Put(
                IdTemplate.parse(id, OpenDatabase.SEPARATOR), Expectation.ANYTHING, OpenDatabase.content("{}"));
    }

    private void above(String name, long bound, long number) {
        if (number <= bound) {
            found(Violation.Kind.TWICE, "number " + number + " of " + name + ", told up to " + bound);
        }
    }

    private void isNew(CommandResult result) {
        CommandResult.Stored stored = (CommandResult.Stored) result;
        Map<String, String> versions = told.versionsAt(operations);
        if (versions.containsKey(stored.changeVector())) {
            found(Violation.Kind.TWICE, "version " + stored.changeVector());
        }
        if (versions.containsValue(stored.id().key())) {
            found(Violation.Kind.TWICE, "id " + stored.id());
        }
    }

    /** A request repeated with its id is answered as before; a range that went back once does not go back again. */
    private void repeat() {
        Map<DatabaseHistory.Drawn, Pending<Long>> answers = new LinkedHashMap<>();
        for (DatabaseHistory.Drawn drawn : told.identities) {
            if (drawn.requestId() != null && drawn.effect().isAcknowledgedAt(operations)) {
                answers.put(drawn, storage.submit(new IdentityRequest(drawn.name(), drawn.requestId()), Party.NOBODY));
            }
        }
        answers.forEach((drawn, answer) -> {
            if (answer.await() != drawn.value()) {
                found(Violation.Kind.LOST, "the answer " + drawn.value() + " to " + drawn.requestId());
            }
        });
        for (DatabaseHistory.Return returned : told.returns) {
            if (returned.effect().isAcknowledgedAt(operations)
                    && storage.write(returned.request()) instanceof ReturnRule.Verdict.Accepted) {
                found(Violation.Kind.TWICE, "the return " + returned.request());
            }
        }
    }
}
