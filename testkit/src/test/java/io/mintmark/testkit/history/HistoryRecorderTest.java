package io.mintmark.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {
    private final HistoryRecorder recorder = HistoryRecorder.inMemory();
    private final ProcessRecorder till = recorder.process("till");

    @Test
    void shouldKeepEveryActAndEveryOutcome() {
        Told.everything(recorder);

        assertThat(Told.texts(recorder.history())).containsExactlyElementsOf(Told.EVERYTHING);
    }

    @Test
    void shouldTellInvocationsAndCompletionsInTheirOrder() {
        Call first = till.reserve("orders");
        Call second = recorder.process("other").reserve("orders");
        second.ok(1, 32);
        first.ok(33, 64);

        List<String> told = new ArrayList<>();
        boolean isWhole = recorder.history()
                .replay(event -> told.add(event.getClass().getSimpleName() + " "
                        + event.operation().number()));

        assertThat(isWhole).isTrue();
        assertThat(told).containsExactly("Began 1", "Began 2", "Ended 2", "Ended 1");
    }

    @Test
    void shouldOrderInstantsAsTheyWereTold() {
        for (int i = 0; i < 1000; i++) {
            till.read("a").ok("v");
        }

        List<Operation> told = Told.all(recorder.history());
        for (int i = 1; i < told.size(); i++) {
            assertThat(told.get(i - 1).precedes(told.get(i))).isTrue();
            assertThat(told.get(i).precedes(told.get(i - 1))).isFalse();
        }
    }

    @Test
    void shouldLeaveUnknownWhatWasClosedAndWhatWasNot() {
        till.reserve("orders").close();
        Call open = till.reserve("users");

        assertThat(Told.all(recorder.history()))
                .extracting(Operation::outcome)
                .containsExactly(new Outcome.Unknown(), new Outcome.Unknown());
        open.ok(1, 32);
        assertThat(Told.all(recorder.history()).get(1).ended())
                .as("told after the end")
                .isEqualTo(Operation.NEVER);
    }

    @Test
    void shouldTakeOneOutcome() {
        Call call = till.reserve("orders");
        call.ok(1, 32);

        assertThatIllegalStateException().isThrownBy(call::failed).withMessageContaining("reserve orders");
        call.close();
        assertThat(Told.all(recorder.history()).get(0).outcome()).isEqualTo(new Outcome.Numbers(1, 32));
    }

    @Test
    void shouldTakeOnlyTheAnswerOfItsAct() {
        refuses(till.reserve("orders"), call -> call.ok(1));
        refuses(till.reserve("orders"), Call::ok);
        refuses(till.identity("bills"), call -> call.ok(1, 2));
        refuses(till.write("a"), Call::ok);
        refuses(till.walk(""), call -> call.ok("a"));
        refuses(till.read("a"), call -> call.ok(List.of()));
    }

    private static void refuses(Call call, Consumer<Call> told) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> told.accept(call))
                .withMessageContaining("another form of answer");
        call.failed();
    }

    /** An empty one stands for a document that is absent. */
    @Test
    void shouldRefuseAVersionThatIsEmpty() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> till.write("a").ok(""))
                .withMessageContaining("a version must not be empty");
        assertThatIllegalArgumentException().isThrownBy(() -> till.read("a").ok(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> till.delete("a", ""))
                .withMessageContaining("delete(document)");
        till.request("shop", "r1").ok("");
    }

    @Test
    void shouldJoinNumbersToRuns() {
        for (long number = 1; number <= 100_000; number++) {
            till.issued("orders", number);
        }
        till.issued("orders", 200_001, 300_000);

        assertThat(acts())
                .containsExactly(new Act.Issue("orders", 1, 100_000), new Act.Issue("orders", 200_001, 300_000));
    }

    @Test
    void shouldJoinNumbersThatComeALittleOutOfOrder() {
        for (long number : new long[] {5, 7, 6, 8, 9, 11, 10, 12}) {
            till.issued("orders", number);
        }

        assertThat(acts()).containsExactly(new Act.Issue("orders", 5, 12));
    }

    @Test
    void shouldNotJoinANumberThatCameBefore() {
        till.issued("orders", 1, 10);
        till.issued("orders", 4);
        till.issued("orders", 11);
        till.issued("orders", 3, 11);

        assertThat(acts())
                .containsExactly(
                        new Act.Issue("orders", 1, 10),
                        new Act.Issue("orders", 4, 4),
                        new Act.Issue("orders", 11, 11),
                        new Act.Issue("orders", 3, 11));
    }

    @Test
    void shouldKeepNumbersAtBothEnds() {
        till.issued("orders", Long.MAX_VALUE);
        till.issued("orders", Long.MIN_VALUE);
        till.issued("orders", Long.MAX_VALUE);

        assertThat(acts())
                .containsExactly(
                        new Act.Issue("orders", Long.MIN_VALUE, Long.MIN_VALUE),
                        new Act.Issue("orders", Long.MAX_VALUE, Long.MAX_VALUE),
                        new Act.Issue("orders", Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void shouldWriteRunsBeforeWhatFollowsThem() {
        till.reserve("orders").ok(1, 32);
        till.issued("orders", 1);
        till.giveBack("orders", 1, 32).ok();
        recorder.process("other").issued("orders", 40);
        Call drop = till.drop("orders");
        recorder.process("other").issued("orders", 41);
        drop.ok();

        assertThat(acts())
                .extracting(Object::toString)
                .containsExactly(
                        "reserve orders",
                        "issue orders 1",
                        "give back orders above 1 up to 32",
                        "issue orders 40",
                        "issue orders 41",
                        "drop orders");
    }

    @Test
    void shouldRefuseWhatComesAfterTheEnd() {
        till.issued("orders", 1);
        assertThat(acts()).hasSize(1);

        assertThatIllegalStateException()
                .isThrownBy(() -> till.issued("orders", 2))
                .withMessageContaining("over");
        assertThatIllegalStateException()
                .isThrownBy(() -> till.reserve("orders"))
                .withMessageContaining("over");
        assertThat(acts()).hasSize(1);
    }

    @Test
    void shouldRefuseNumbersWithoutOrder() {
        assertThatIllegalArgumentException().isThrownBy(() -> till.issued("orders", 2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> till.giveBack("orders", 2, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> till.reserve("orders").ok(2, 1));
    }

    private List<Act> acts() {
        return Told.all(recorder.history()).stream().map(Operation::act).toList();
    }
}
