package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.document.KeyForm;
import io.mintmark.server.TestServer.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a database should hold, in a few maps; it takes from the server only what the server alone decides. */
final class ServerModel {
    private static final Comparator<String> BY_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
    private static final String HILO = "raven/hilo/";

    /** A document; {@code value} is its member n, or Max of a HiLo document. */
    record Doc(String id, String collection, long value, String version) {
        long etag() {
            return Long.parseLong(version.substring(version.indexOf(':') + 1, version.indexOf('-')));
        }

        String describe() {
            return id + " " + collection + " " + value + " " + version;
        }
    }

    /** One command of a batch; {@code id} as a request sends it. */
    record Step(boolean isPut, String id, @Nullable String expected, String collection, long value) {
        static Step put(String id, @Nullable String expected, String collection, long value) {
            return new Step(true, id, expected, collection, value);
        }

        static Step delete(String id, @Nullable String expected) {
            return new Step(false, id, expected, "", 0);
        }

        boolean isHiLo() {
            return KeyForm.of(id).startsWith(HILO);
        }

        String json() {
            String version = expected == null ? "null" : '"' + expected + '"';
            String head = "{\"Id\":\"" + id + "\",\"ChangeVector\":" + version + ",\"Type\":";
            String member = isHiLo() ? "Max" : "n";
            return isPut
                    ? head + "\"PUT\",\"Document\":{\"" + member + "\":" + value + ",\"@metadata\":{\"@collection\":\""
                            + collection + "\"}}}"
                    : head + "\"DELETE\"}";
        }
    }

    /** A lease; {@code previous} is the counter's latest when it was reserved. */
    static final class Range {
        private final long serial;
        private final long low;
        private final long high;
        private final @Nullable Range previous;
        private boolean returned;

        Range(long serial, long low, long high, @Nullable Range previous) {
            this.serial = serial;
            this.low = low;
            this.high = high;
            this.previous = previous;
        }

        long serial() {
            return serial;
        }

        long low() {
            return low;
        }

        long high() {
            return high;
        }
    }

    /** A counter, whether its document is shown or not. */
    private record Counter(long max, @Nullable Range latest) {}

    private static final Counter NEW = new Counter(0, null);

    private TreeMap<String, Doc> docs = new TreeMap<>(BY_BYTES);
    private Map<String, Counter> counters = new HashMap<>();
    private final Map<String, List<Range>> ranges = new HashMap<>();
    private final TreeMap<String, Long> identities = new TreeMap<>();
    private long lastSerial;
    private long lastEtag;

    Map<String, Doc> docs() {
        return docs;
    }

    long lastEtag() {
        return lastEtag;
    }

    // Batches

    /** A refused command. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String type) {
            super(type);
        }
    }

    /** Applies a batch that the server answered; returns the kind of refusal that was due, or null. */
    @Nullable String apply(List<Step> steps, Answer answer) {
        TreeMap<String, Doc> docsBefore = new TreeMap<>(docs);
        Map<String, Counter> countersBefore = new HashMap<>(counters);
        List<String> ids = new ArrayList<>();
        for (Step step : steps) {
            ids.add(step.id().endsWith("|") ? identityId(step.id()) : step.id());
        }
        try {
            for (int i = 0; i < steps.size(); i++) {
                apply(steps.get(i), ids.get(i), answer.path("Results").path(i));
            }
        } catch (Refused refused) {
            docs = docsBefore;
            counters = countersBefore;
            assertThat(answer.text("Type")).endsWith(refused.getMessage());
            return refused.getMessage();
        }
        answer.expect(201);
        docs.values().forEach(doc -> lastEtag = Math.max(lastEtag, doc.etag()));
        return null;
    }

    private String identityId(String id) {
        String name = id.substring(0, id.length() - 1);
        return name + "/" + nextIdentity(name);
    }

    private void apply(Step step, String id, JsonNode result) {
        boolean generated = id.isEmpty() || id.endsWith("/");
        @Nullable Doc there = generated ? null : docs.get(KeyForm.of(id));
        require(step.id().endsWith("|") ? "" : step.expected(), there);
        if (!step.isPut()) {
            delete(step, there, result);
        } else {
            put(step, generated ? made(step.id(), result) : id, there, result);
        }
    }

    private static void require(@Nullable String expected, @Nullable Doc there) {
        boolean met = expected == null || expected.equals(there == null ? "" : there.version());
        if (!met) {
            throw new Refused("ConcurrencyException");
        }
    }

    /** An id that only the server can make; here its form is checked, and that it is new. */
    private String made(String template, JsonNode result) {
        if (result.isMissingNode()) {
            return template;
        }
        String id = result.path("@id").asText();
        assertThat(id).matches(template.isEmpty() ? "[0-9a-f-]{36}" : template + "\\d{19}-A");
        assertThat(docs).doesNotContainKey(KeyForm.of(id));
        return id;
    }

    private void put(Step step, String id, @Nullable Doc there, JsonNode result) {
        if (there != null && !there.collection().equals(step.collection())) {
            throw new Refused("DocumentCollectionMismatchException");
        }
        long value = step.value();
        if (step.isHiLo()) {
            Counter counter = counters.getOrDefault(KeyForm.of(id), NEW);
            value = Math.max(counter.max(), value);
            counters.put(KeyForm.of(id), new Counter(value, null));
        }
        // Missing if a later command of the batch is refused; then none of this stays.
        String version = result.path("@change-vector").asText("A:0-refused");
        if (!result.isMissingNode()) {
            assertThat(result.path("@id").asText()).isEqualTo(id);
            assertThat(result.path("Type").asText()).isEqualTo("PUT");
            assertThat(result.path("@collection").asText()).isEqualTo(step.collection());
        }
        Doc doc = new Doc(id, step.collection(), value, version);
        if (!result.isMissingNode()) {
            assertThat(doc.etag()).isGreaterThan(lastEtag);
        }
        docs.put(KeyForm.of(id), doc);
    }

    private void delete(Step step, @Nullable Doc there, JsonNode result) {
        if (!result.isMissingNode()) {
            assertThat(result.path("Deleted").asBoolean()).isEqualTo(there != null);
        }
        if (there != null) {
            docs.remove(KeyForm.of(step.id()));
            counters.computeIfPresent(KeyForm.of(step.id()), (key, counter) -> new Counter(counter.max(), null));
        }
    }

    // HiLo

    Range reserve(String tag, long lastMax, int size, long serial) {
        assertThat(serial).as("serials grow").isGreaterThan(lastSerial);
        lastSerial = serial;
        Counter counter = counters.getOrDefault(key(tag), NEW);
        long base = Math.max(counter.max(), lastMax);
        Range range = new Range(serial, base + 1, base + size, counter.latest());
        counters.put(key(tag), new Counter(range.high(), range));
        ranges.computeIfAbsent(tag, any -> new ArrayList<>()).add(range);
        return range;
    }

    boolean giveBack(String tag, long last, long end, @Nullable Long token) {
        Counter counter = counters.getOrDefault(key(tag), NEW);
        Range latest = counter.latest();
        if (latest == null || end != latest.high() || end != counter.max() || last > end) {
            return false;
        }
        boolean accepted = token == null ? last >= latest.low() : token == latest.serial() && last >= latest.low() - 1;
        if (accepted) {
            latest.returned = true;
            Range before = last < latest.low() ? latest.previous : null;
            boolean adjacent = before != null && !before.returned && before.high() == last;
            counters.put(key(tag), new Counter(last, adjacent ? before : null));
        }
        return accepted;
    }

    /** One of the newest ranges of a counter, or null if it has none. */
    @Nullable Range anyRange(String tag, SplittableRandom random) {
        List<Range> known = ranges.getOrDefault(tag, List.of());
        return known.isEmpty() ? null : known.get(known.size() - 1 - random.nextInt(Math.min(3, known.size())));
    }

    void seeCounter(String tag, JsonNode document) {
        Doc before = docs.get(key(tag));
        String version = document.path("@metadata").path("@change-vector").asText();
        String id = before == null ? document.path("@metadata").path("@id").asText() : before.id();
        // A HiLo document that a client stored in a collection of its own stays there.
        String collection = before == null ? "@hilo" : before.collection();
        Doc doc = new Doc(id, collection, counters.getOrDefault(key(tag), NEW).max(), version);
        assertThat(describe(document)).isEqualTo(doc.describe());
        assertThat(doc.etag()).as("a counter's change is a write").isGreaterThan(lastEtag);
        lastEtag = doc.etag();
        docs.put(key(tag), doc);
    }

    private static String key(String tag) {
        return HILO + KeyForm.of(tag);
    }

    // Identities

    long nextIdentity(String name) {
        return identities.merge(name + "|", 1L, Long::sum);
    }

    long seedIdentity(String name, long value, boolean force) {
        return identities.merge(name + "|", value, (stored, given) -> force ? given : Math.max(stored, given));
    }

    String identities() {
        return identities.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    // Reads

    Stream<Doc> byPrefix(String prefix, String matches, String exclude, String after) {
        String key = KeyForm.of(prefix);
        return docs.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(key))
                .filter(entry -> after.isEmpty() || BY_BYTES.compare(entry.getKey(), KeyForm.of(after)) > 0)
                .filter(entry -> matches.isEmpty()
                        || regex(matches)
                                .matcher(entry.getKey().substring(key.length()))
                                .matches())
                .filter(entry -> exclude.isEmpty()
                        || !regex(exclude)
                                .matcher(entry.getKey().substring(key.length()))
                                .matches())
                .map(Map.Entry::getValue);
    }

    private static Pattern regex(String wildcards) {
        return Pattern.compile(wildcards.replace("*", ".*").replace("?", "."), Pattern.DOTALL);
    }

    Stream<Doc> newestFirst() {
        return docs.values().stream().sorted(Comparator.comparingLong(Doc::etag).reversed());
    }

    Stream<Doc> oldestFirst(long from) {
        return docs.values().stream().filter(doc -> doc.etag() >= from).sorted(Comparator.comparingLong(Doc::etag));
    }

    /** Returns the counts as the server writes them. */
    String collections() {
        TreeMap<String, Integer> counts = new TreeMap<>(Comparator.comparing(KeyForm::of));
        docs.values().forEach(doc -> counts.merge(doc.collection(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    static String describe(JsonNode document) {
        JsonNode metadata = document.path("@metadata");
        long value = document.path("n").asLong(document.path("Max").asLong(-1));
        return metadata.path("@id").asText() + " "
                + metadata.path("@collection").asText() + " " + value + " "
                + metadata.path("@change-vector").asText();
    }
}
