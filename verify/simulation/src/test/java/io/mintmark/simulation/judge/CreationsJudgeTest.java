package io.mintmark.simulation.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.DocumentId;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.StoredDocument;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CreationsJudgeTest {
    private static final String LIFE = "shop.1";
    private static final int MACHINE = 3;

    private final Judge judge = new Judge();
    private final CreationsJudge creations = new CreationsJudge(judge);

    private static StoredDocument document(String id, long content) {
        return new StoredDocument(
                DocumentId.of(id),
                new DocumentContent("Things", CreationsJudge.body(content).getBytes(UTF_8), "{}".getBytes(UTF_8)),
                "A:7-shop",
                7,
                Instant.EPOCH);
    }

    private CreatedDocument taken(String id, long content) {
        return creations.created(LIFE, 0, id, content, true, MACHINE);
    }

    private void end(long found) {
        creations.judgeEnd(
                LIFE, 0, id -> found == 0 ? null : CreationsJudge.body(found).getBytes(UTF_8));
    }

    @Test
    void shouldFindADocumentThatIsNeitherHomeNorAside() {
        CreatedDocument ignored = taken("c1/7-A", 1);

        end(0);

        assertThat(judge.violation())
                .contains("the document c1/7-A was acknowledged by machine 3, and is neither home nor aside");
    }

    @Test
    void shouldFindADocumentThatLeftAJournalAndIsLost() {
        CreatedDocument ignored = taken("c1/7-A", 1);
        creations.home(LIFE, 0, document("c1/7-A", 1));

        end(0);

        assertThat(judge.violation()).contains("the document c1/7-A was acknowledged, and is lost");
    }

    @Test
    void shouldTakeOneThatIsHome() {
        CreatedDocument ignored = taken("c1/7-A", 1);
        creations.home(LIFE, 0, document("C1/7-a", 1));

        end(1);

        assertThat(judge.violation()).isEmpty();
        assertThat(creations.count(CreationsJudge.Outcome.HOME)).isEqualTo(1);
    }

    @Test
    void shouldFindOneThatCameHomeOverAnotherOne() {
        CreatedDocument document = creations.created(LIFE, 0, "c1/7-A", 1, false, MACHINE);
        document.ask(true);
        creations.stored(document, 2, true, MACHINE);

        creations.home(LIFE, 0, document("c1/7-A", 2));

        assertThat(judge.violation())
                .contains("the document c1/7-A came home although another one had been acknowledged");
    }

    @Test
    void shouldFindOneThatWentUnderAnotherOneThatWasSetAside() {
        CreatedDocument document = creations.created(LIFE, 0, "c1/7-A", 1, false, MACHINE);
        document.ask(true);
        creations.stored(document, 2, true, MACHINE);
        creations.aside(LIFE, 0, document("c1/7-A", 2), true, true);
        assertThat(judge.violation()).isEmpty();

        end(2);

        assertThat(judge.violation()).contains("the document c1/7-A was acknowledged, and went under another one");
    }

    @Test
    void shouldFindOneThatComesBack() {
        CreatedDocument document = taken("c1/7-A", 1);
        document.ask(false);
        creations.deleted(document, 1);
        creations.home(LIFE, 0, document("c1/7-A", 1));
        assertThat(judge.violation()).isEmpty();

        end(1);

        assertThat(judge.violation()).contains("the document c1/7-A was acknowledged as gone, and is there");
    }

    @Test
    void shouldFindReasonsThatDoNotHold() {
        CreatedDocument ignored = taken("c1/7-A", 1);
        creations.aside(LIFE, 0, document("c1/7-A", 1), true, true);
        assertThat(judge.violation())
                .contains("the document c1/7-A was set aside for another one, and nobody stored any");

        Judge other = new Judge();
        new CreationsJudge(other).aside(LIFE, 0, document("c1/7-A", 1), false, true);
        assertThat(other.violation())
                .contains("the document c1/7-A was set aside as one of another life, and it is the same");
    }

    @Test
    void shouldFindOneThatIsNotReadWhereItWasTaken() {
        CreatedDocument document = taken("c1/7-A", 1);
        creations.read(document, 0, false, MACHINE + 1);
        assertThat(judge.violation()).as("at another machine").isEmpty();

        creations.read(document, 0, false, MACHINE);

        assertThat(judge.violation())
                .hasValueSatisfying(broken -> assertThat(broken).contains("is not found at the machine that took it"));
    }

    @Test
    void shouldDemandNothingOfWhatIsUncertainOrExcusedOrOfOtherData() {
        taken("c1/1-A", 1).giveUp();
        CreatedDocument asked = taken("c1/2-A", 1);
        asked.ask(true);
        CreatedDocument lost = taken("c1/3-A", 1);
        creations.lost(LIFE, document("c1/3-A", 1));
        CreatedDocument older = creations.created("shop.0", 0, "c1/4-A", 1, true, MACHINE);
        CreatedDocument putBack = creations.created(LIFE, 1, "c1/5-A", 1, true, MACHINE);

        end(0);

        assertThat(judge.violation()).isEmpty();
        assertThat(lost.stored() + older.stored() + putBack.stored()).isZero();
    }
}
