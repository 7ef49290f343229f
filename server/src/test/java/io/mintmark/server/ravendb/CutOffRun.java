package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.NumberSlice;
import io.mintmark.server.ravendb.ClientProgram.Done;
import io.mintmark.storage.postgresql.FaultyWire;
import io.mintmark.storage.postgresql.FaultyWire.Fault;
import io.mintmark.support.Eventually;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * One client at node A of three, whose wire to PostgreSQL fails and heals. Whatever was stored is at every node afterwards, and
 * no id came twice.
 */
final class CutOffRun {
    private static final String A = "A";
    private static final int OF_SLICE = 40;
    private static final int BRIEF = 120;
    private static final int TURNS = 6;
    private static final String[] HILO =
            IntStream.range(0, 8).mapToObj(i -> "hilo").toArray(String[]::new);

    private final String name;
    private final Supplier<ClientProgram> programs;
    private final ThreeNodes nodes;
    private final FaultyWire wire;
    private final Fault fault;

    /** Stamps of what was stored, by ids. */
    private final Map<String, String> stored = new HashMap<>();

    private @Nullable ClientProgram client;
    private int stamps;
    private long refused;

    CutOffRun(String name, Supplier<ClientProgram> programs, ThreeNodes nodes, FaultyWire wire, Fault fault) {
        this.name = name;
        this.programs = programs;
        this.nodes = nodes;
        this.wire = wire;
        this.fault = fault;
    }

    private ClientProgram client() {
        return Objects.requireNonNull(client, "a program must run");
    }

    private NodeLook node(int which) {
        return new NodeLook(nodes.server(which).url());
    }

    private static String brief(String failure) {
        return failure.length() > BRIEF ? failure.substring(0, BRIEF) + "…" : failure;
    }

    private void tell(String what, Done done) {
        System.out.printf(
                "[report] cut off, %s, %s: %s: %s after %,d ms%n",
                name,
                fault,
                what,
                done.succeeded() ? done.node().isEmpty() ? "done" : "stored by " + done.node() : brief(done.failure()),
                done.millis());
    }

    /** Stores a document of each kind at once, and remembers them. */
    private Done save(String store, String... kinds) {
        String stamp = "stamp-" + stamps++;
        String[] words = new String[3 + kinds.length];
        words[0] = "save";
        words[1] = store;
        words[2] = stamp;
        System.arraycopy(kinds, 0, words, 3, kinds.length);
        Done done = client().ask(words);
        done.ids().forEach(id -> assertThat(stored.put(id, stamp)).as(id).isNull());
        return done;
    }

    private Done saved(String store, String... kinds) {
        return save(store, kinds).expectSuccess();
    }

    private static long number(String id) {
        return Long.parseLong(id.replaceFirst(".*/(\\d+)-[A-Z]+$", "$1"));
    }

    /** Opens a store that stays at node A. */
    private void openAtA(String store) {
        Done ignored = client().ask("open", store, nodes.server(0).url().toString(), ThreeNodes.DATABASE, "stay")
                .expectSuccess();
        assertThat(saved(store, HILO).node()).isEqualTo(A);
    }

    /** Opens a store that finds all nodes; returns whether it begins at node A. */
    private boolean isOpenedFromA(String store) {
        Done ignored = client().ask("open", store, nodes.server(0).url().toString(), ThreeNodes.DATABASE, "find")
                .expectSuccess();
        return saved(store, HILO).node().equals(A);
    }

    /** A program is told of the nodes in an order of its own, the same for all its stores: starts some until one begins at A. */
    private void startFromA() {
        nodes.awaitBeats();
        Eventually.until("a program begins at node A", () -> {
            client = programs.get();
            boolean found = isOpenedFromA("probe");
            if (!found) {
                client().close();
            }
            return found;
        });
        for (String store : List.of("first", "creator", "reader", "writer", "asker")) {
            assertThat(isOpenedFromA(store)).as(store).isTrue();
        }
    }

    private boolean isCutOff() throws Exception {
        return node(0).metric("mintmark_storage_outage") > 0;
    }

    private void cut() {
        wire.fail(fault);
    }

    private void heal() {
        wire.heal();
        Eventually.until("the node is well", () -> node(0).isWell());
        Eventually.until("all has come home", () -> node(0).metric("mintmark_journal_entries") == 0);
    }

    /** Each document is at each node as it was stored. */
    private void requireEverywhere() throws Exception {
        for (int each = 0; each < 3; each++) {
            for (Map.Entry<String, String> document : stored.entrySet()) {
                assertThat(node(each).stamp(document.getKey()))
                        .as("%s at node %d", document.getKey(), each)
                        .isEqualTo(document.getValue());
            }
        }
    }

    /** A store that stays at node A, from the moment of the cut on. */
    void staying() throws Exception {
        client = programs.get();
        openAtA("stay");
        String before = saved("stay", "notes/before").ids().get(0);

        cut();
        Eventually.until("creations go on", () -> {
            Done first = save("stay", "hilo");
            tell("a creation", first);
            refused += first.succeeded() ? 0 : 1;
            return first.succeeded() && isCutOff();
        });
        createWhileCutOff();
        refuseWhileCutOff(before);

        heal();
        requireEverywhere();
        assertThat(node(0).metric("mintmark_journal_set_aside")).isZero();
        Eventually.until(
                "numbers are ordinary again",
                () -> !NumberSlice.has(number(saved("stay", HILO).ids().get(0))));
        Done changed = client().ask("change", "stay", before, "changed").expectSuccess();
        assertThat(changed.node()).isEqualTo(A);
        assertThat(node(2).stamp(before)).isEqualTo("changed");
        System.out.printf(
                "[report] cut off, %s, %s: %,d documents stored, each at all nodes; %d creations refused at first%n",
                name, fault, stored.size(), refused);
    }

    private static List<Long> ofSlice(List<String> ids) {
        return ids.stream().map(CutOffRun::number).filter(NumberSlice::has).toList();
    }

    private void createWhileCutOff() {
        List<String> made = new ArrayList<>();
        while (ofSlice(made).size() < OF_SLICE) {
            made.addAll(saved("stay", HILO).ids());
        }
        List<Long> slice = ofSlice(made);
        assertThat(number(made.get(0))).as("the client's range first").isLessThan(slice.get(0));
        assertThat(slice)
                .as("each by itself, so exact")
                .containsExactlyElementsOf(LongStream.range(slice.get(0), slice.get(0) + slice.size())
                        .boxed()
                        .toList());
        for (int i = 0; i < 3; i++) {
            made.addAll(saved("stay", "users/").ids());
            made.addAll(saved("stay", "guid").ids());
            made.addAll(saved("stay", "users/", "guid", "hilo").ids());
        }
        for (String id : made) {
            assertThat(client().ask("load", "stay", id).expectSuccess().stamp()).isEqualTo(stored.get(id));
        }
    }

    private void refuseWhileCutOff(String before) {
        Done identity = client().ask("identity", "stay");
        tell("an identity", identity);
        assertThat(identity.number()).as("none, whatever the client says").isZero();
        Map<String, Done> asked = new LinkedHashMap<>();
        asked.put("a semantic id", save("stay", "notes/semantic"));
        asked.put("a load of what was there before", client().ask("load", "stay", before));
        asked.put("a deletion", client().ask("delete", "stay", before));
        asked.forEach(this::tell);
        asked.forEach((what, done) -> assertThat(done.succeeded()).as(what).isFalse());
    }

    /** Stores that know all nodes and begin at node A. */
    void moving() throws Exception {
        startFromA();
        String before = saved("creator", "notes/before").ids().get(0);

        cut();
        tell("the first creation", save("first", "users/"));
        Eventually.until("the node knows", this::isCutOff);
        Done creation = saved("creator", HILO);
        tell("a creation", creation);
        assertThat(creation.node()).isEqualTo(A);
        Done identity = client().ask("identity", "asker");
        tell("an identity, " + identity.number(), identity);
        assertThat(identity.number()).as("another node's").isPositive();
        moveOn(before);

        heal();
        requireEverywhere();
        assertThat(node(0).metric("mintmark_journal_set_aside")).isEqualTo(1);
        tell("a creation after healing", saved("reader", "users/"));
    }

    /** A store that knows all nodes and asks another one each time. */
    void wandering() throws Exception {
        nodes.awaitBeats();
        client = programs.get();
        boolean ignored = isOpenedFromA("all");
        String before = saved("all", "notes/before").ids().get(0);

        cut();
        Eventually.until("the node knows", this::isCutOff);
        Set<String> makers = new TreeSet<>();
        Set<Boolean> numbered = new TreeSet<>();
        for (int i = 0; i < TURNS; i++) {
            makers.add(saved("all", "users/", "guid").node());
            makers.add(saved("all", "hilo").node());
            Done loaded = client().ask("load", "all", before).expectSuccess();
            assertThat(loaded.stamp()).isEqualTo(stored.get(before));
        }
        for (int i = 0; i < TURNS; i++) {
            Done identity = client().ask("identity", "all");
            tell("an identity, " + identity.number(), identity);
            numbered.add(identity.number() > 0);
        }

        heal();
        requireEverywhere();
        assertThat(node(0).metric("mintmark_journal_set_aside")).isZero();
        tell("creations by " + makers, saved("all", "users/"));
        assertThat(makers).contains(A).hasSizeGreaterThan(1);
        assertThat(numbered).as("none where the node is asked that is cut off").contains(true, false);
    }

    /** What this node refuses is done by another one, which is the client's from then on. */
    private void moveOn(String before) {
        Done loaded = client().ask("load", "reader", before).expectSuccess();
        tell("a load of what was there before", loaded);
        assertThat(loaded.stamp()).isEqualTo(stored.get(before));
        Done later = saved("reader", HILO);
        tell("a creation after that", later);
        assertThat(later.node()).isNotEqualTo(A);
        change("writer", before);
        String own = saved("creator", "hilo").ids().get(0);
        change("creator", own);
    }

    private void change(String store, String id) {
        Done changed = client().ask("change", store, id, "changed").expectSuccess();
        tell("a change of " + id, changed);
        assertThat(changed.node()).isNotEqualTo(A);
        stored.put(id, "changed");
    }
}
