package io.mintmark.simulation.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.document.NodeTag;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.simulation.engine.Engine;
import io.mintmark.simulation.engine.OpenedRows;
import io.mintmark.simulation.judge.CreationsJudge;
import io.mintmark.simulation.judge.DocumentHistory;
import io.mintmark.simulation.judge.Judge;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Settings;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.simulation.plan.Story;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageBusyException;
import io.mintmark.storage.postgresql.claim.Claim;
import io.mintmark.support.Pending;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A request that is refused is part of a run; one that meets a fault of the shipped code ends it. */
class OpenDatabaseTest {
    private final Judge judge = new Judge();
    private final List<Answer> answers = new ArrayList<>();

    private static World world(Judge judge) {
        Settings settings = Settings.of(1).on(Shape.SQLITE);
        Agenda agenda = new Agenda();
        Dice dice = new Dice(1);
        Story story = new Story(agenda, null);
        return new World(
                settings,
                agenda,
                story,
                new Engine(settings, agenda, dice.split(), story),
                new Network(agenda, dice.split(), 1),
                judge,
                new DocumentHistory(),
                new CreationsJudge(judge),
                new Machines(settings, agenda),
                dice.split());
    }

    /** Returns a storage each of whose writes comes to that failure. */
    private static Storage failing(RuntimeException failure) {
        Pending<?> pending = new Pending<>() {
            @Override
            public Object await() {
                throw failure;
            }

            @Override
            public void whenSettled(Runnable next) {
                next.run();
            }
        };
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, given) -> pending);
    }

    private void askWhere(RuntimeException failure) {
        World world = world(judge);
        NodeProcess process = new NodeProcess(world, new Node(world, 0), new Claim(NodeTag.of("A"), 0), null);
        DatabaseRows rows = Objects.requireNonNull(world.engine().create(0));
        OpenedRows opened = Objects.requireNonNull(world.engine().open(rows, process));

        new OpenDatabase(process, opened, failing(failure))
                .serve(new Call(Call.Kind.RANGE, 0, 0, 0, 32, null, null, null), answers::add);

        assertThat(answers).singleElement().isEqualTo(Answer.refused());
    }

    @Test
    void shouldGoOnWhereARequestIsRefused() {
        askWhere(new StorageBusyException("Too many wait."));

        assertThat(judge.violation()).isEmpty();
    }

    @Test
    void shouldNotTakeAFaultOfTheCodeForARefusal() {
        askWhere(new IllegalStateException("a row that must be there is not"));

        assertThat(judge.violation())
                .hasValue("a node failed of itself: java.lang.IllegalStateException: a row that must be there is not");
    }
}
