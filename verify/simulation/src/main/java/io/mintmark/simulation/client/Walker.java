package io.mintmark.simulation.client;

import io.mintmark.simulation.engine.DocumentPages.Entry;
import io.mintmark.simulation.engine.DocumentPages.Page;
import io.mintmark.simulation.judge.DocumentHistory;
import io.mintmark.simulation.node.Answer;
import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents that all clients change: page after page of their list, or what changed since it looked last. To
 * the judge both are walks over a list.
 */
final class Walker {
    private final int number;
    private final World world;
    private final DocumentHistory history;
    private final Dice dice;
    private final BiConsumer<Call, Consumer<@Nullable Answer>> sender;
    private final Runnable then;
    /** What is there by the changes that were read up to {@link #position}, in one scope. */
    private final Set<String> followed = new TreeSet<>();

    private @Nullable String position;
    private long followedScope = -1;

    /** Creates one that sends by {@code sender}, and runs {@code then} after each walk. */
    Walker(int number, World world, Dice dice, BiConsumer<Call, Consumer<@Nullable Answer>> sender, Runnable then) {
        this.number = number;
        this.world = world;
        this.history = world.documents();
        this.dice = dice;
        this.sender = sender;
        this.then = then;
    }

    /** Walks over the list of a database, or over its changes if there is an order of them. */
    void walk(int name) {
        long scope = world.scope(name);
        io.mintmark.testkit.history.Call walk =
                history.client(number).walk(history.name(scope, SharedDocuments.PREFIX));
        if (world.settings().shape() == Shape.ONE_ROW || dice.chance(0.5)) {
            list(name, scope, null, new ArrayList<>(), walk);
            return;
        }
        if (followedScope != scope) {
            followedScope = scope;
            followed.clear();
            position = null;
        }
        follow(name, scope, walk);
    }

    private void list(
            int name, long scope, @Nullable String after, List<String> shown, io.mintmark.testkit.history.Call walk) {
        ask(Call.ofDocuments(Call.Kind.LIST, name, SharedDocuments.PREFIX, after, scope), page -> {
            page.entries().forEach(each -> shown.add(history.name(scope, each.id())));
            if (page.more()) {
                list(name, scope, page.next(), shown, walk);
            } else {
                end(walk, shown);
            }
        });
    }

    private void follow(int name, long scope, io.mintmark.testkit.history.Call walk) {
        ask(Call.ofDocuments(Call.Kind.CHANGES, name, SharedDocuments.PREFIX, position, scope), page -> {
            for (Entry each : page.entries()) {
                String document = history.name(scope, each.id());
                boolean ignored = each.isThere() ? followed.add(document) : followed.remove(document);
            }
            position = page.next();
            if (page.more()) {
                follow(name, scope, walk);
            } else {
                end(walk, List.copyOf(followed));
            }
        });
    }

    private void end(io.mintmark.testkit.history.Call walk, List<String> shown) {
        walk.ok(shown);
        then.run();
    }

    /** A walk that gets no page is over, and says nothing. */
    private void ask(Call call, Consumer<Page> each) {
        sender.accept(call, answer -> {
            Page page = answer == null ? null : answer.page();
            if (answer == null || page == null || answer.scope(call.name()) != call.scope()) {
                then.run();
            } else {
                each.accept(page);
            }
        });
    }
}
