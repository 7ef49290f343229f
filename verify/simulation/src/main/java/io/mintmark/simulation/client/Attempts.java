package io.mintmark.simulation.client;

import io.mintmark.simulation.node.Answer;
import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.Node;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call on its way, as often as it is sent. */
final class Attempts {
    private static final long PATIENCE = 2 * Agenda.SECOND;

    private final World world;
    private final NodeChoice nodes;
    private final Dice dice;
    private final Call call;
    private final Consumer<@Nullable Answer> then;
    private final Consumer<Answer> each;
    private int left;
    private int sent;
    private boolean over;

    /**
     * Sends {@code call} up to {@code left} times, then goes on; {@code each} hears every answer that says something.
     */
    Attempts(
            World world,
            NodeChoice nodes,
            Dice dice,
            Call call,
            int left,
            Consumer<@Nullable Answer> then,
            Consumer<Answer> each) {
        this.world = world;
        this.nodes = nodes;
        this.dice = dice;
        this.call = call;
        this.left = left;
        this.then = then;
        this.each = each;
    }

    void send() {
        left--;
        int attempt = ++sent;
        Node asked = nodes.now();
        world.network()
                .toNode(nodes.place(), call.isRepeatable(), () -> asked.receive(call, answer -> hear(attempt, answer)));
        world.agenda().in(PATIENCE, () -> tooLate(attempt));
    }

    private void hear(int attempt, Answer answer) {
        if (answer.ok()) {
            each.accept(answer);
        }
        if (over || attempt != sent) {
            return;
        }
        if (answer.ok()) {
            end(answer);
        } else {
            again();
        }
    }

    private void tooLate(int attempt) {
        if (!over && attempt == sent) {
            again();
        }
    }

    private void again() {
        if (left == 0) {
            end(null);
            return;
        }
        nodes.next(call.kind());
        // What is heard of this attempt from here on is too late.
        sent++;
        world.agenda().in(dice.delay(200 * Agenda.MILLI), this::send);
    }

    private void end(@Nullable Answer answer) {
        over = true;
        then.accept(answer);
    }
}
