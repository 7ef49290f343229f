package io.mintmark.jdbc.schema;

import io.mintmark.counter.BlockRule;
import io.mintmark.jdbc.database.SequenceState;
import io.mintmark.jdbc.schema.SchemaReport.Finding;
import java.util.ArrayList;
import java.util.List;

/** Judges how a counter is made: its step, its end, its cache, what a crash does to it, and whose it is. */
final class ShapeJudge {
    private final CounterCase patient;
    private final List<Finding> findings = new ArrayList<>();

    private ShapeJudge(CounterCase patient) {
        this.patient = patient;
    }

    static List<Finding> judge(CounterCase patient) {
        ShapeJudge judge = new ShapeJudge(patient);
        if (patient.state() instanceof SequenceState state) {
            patient.feeds().stream().filter(feed -> differs(patient, feed)).forEach(judge::increment);
            judge.ofSequence(state);
        }
        judge.crash();
        judge.owner();
        return judge.findings;
    }

    /** Returns whether a mapping counts in blocks that its sequence does not step by. */
    static boolean differs(CounterCase patient, Feed feed) {
        BlockRule rule = feed.counter().rule();
        return feed.source() == Feed.Source.MAPPING
                && patient.state() instanceof SequenceState state
                && rule.kind().needsIncrementOfSize()
                && rule.size() != state.increment();
    }

    private void increment(Feed feed) {
        add(
                Fault.INCREMENT_DIFFERS,
                feed.key().toString(),
                "its mapping counts by " + feed.counter().rule() + ", and the sequence steps by " + patient.increment(),
                "set both alike while all its programs are stopped, and raise it then");
    }

    private void ofSequence(SequenceState state) {
        if (state.cycles()) {
            add(Fault.CYCLES, first(), "it is a CYCLE up to " + state.last(), "ALTER SEQUENCE … NO CYCLE");
        }
        if (state.cache() > 1) {
            add(
                    Fault.CACHED,
                    first(),
                    "CACHE is " + state.cache(),
                    "ALTER SEQUENCE … CACHE 1; let programs draw in blocks instead");
        }
    }

    private void crash() {
        boolean keepsIds = patient.feeds().stream().anyMatch(feed -> feed.key().logged());
        if (!patient.logged() && keepsIds) {
            add(Fault.UNLOGGED, first(), "it is UNLOGGED, and the table is not", "ALTER … SET LOGGED");
        }
    }

    private void owner() {
        patient.owner()
                .ifPresent(
                        owner -> patient.feeds().stream()
                                .map(Feed::key)
                                .filter(key -> !key.name().table().equals(owner.table()))
                                .distinct()
                                .forEach(
                                        key -> add(
                                                Fault.OWNED_BY_ANOTHER,
                                                key.toString(),
                                                "it belongs to " + owner,
                                                "ALTER SEQUENCE … OWNED BY NONE where both tables mean to use it; else one of its own")));
    }

    private String first() {
        return patient.feeds().get(0).key().toString();
    }

    private void add(Fault fault, String object, String seen, String remedy) {
        findings.add(new Finding(fault, object, patient.name(), seen, remedy));
    }
}
