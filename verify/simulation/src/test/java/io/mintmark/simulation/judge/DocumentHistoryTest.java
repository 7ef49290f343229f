package io.mintmark.simulation.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentHistoryTest {
    private static final long BEFORE = Scope.of(1, 2, 3);
    private static final long PUT_BACK = Scope.of(1, 2, 4);

    private final DocumentHistory history = new DocumentHistory();

    private void stored(long scope, String id, String version) {
        history.client(1).write(history.name(scope, id)).ok(version);
    }

    @Test
    void shouldMissWhatWasAcknowledged() {
        stored(BEFORE, "a", "1");
        stored(BEFORE, "b", "2");

        history.readAll(BEFORE, List.of("b"));

        assertThat(history.violation())
                .contains("shop1.2.3:a not shown: client 1: write shop1.2.3:a -> 1;"
                        + " the end: walk shop1.2.3: -> 1 ids: shop1.2.3:b");
    }

    @Test
    void shouldMissNothingOfAStoreThatWasPutBack() {
        stored(BEFORE, "a", "1");

        history.readAll(PUT_BACK, List.of());

        assertThat(history.violation()).isEmpty();
    }

    @Test
    void shouldKnowADocumentThatWasRecordedBeforeItHadAnId() {
        stored(BEFORE, "own/1-1", "1");
        history.gotId(history.name(BEFORE, "own/1-1"), BEFORE, "things/7-A");

        history.readAll(BEFORE, List.of("things/7-A"));

        assertThat(history.violation()).isEmpty();
        assertThat(history.name(BEFORE, "things/7-A")).isEqualTo("shop1.2.3:own/1-1");
    }

    @Test
    void shouldFindTwoChangesOfOneVersion() {
        stored(BEFORE, "doc/01", "1");
        history.client(1).write(history.name(BEFORE, "doc/01"), "1").ok("2");
        history.client(2).write(history.name(BEFORE, "doc/01"), "1").ok("3");

        assertThat(history.violation())
                .hasValueSatisfying(broken ->
                        assertThat(broken).contains("two operations followed version 1", "client 1", "client 2"));
    }
}
