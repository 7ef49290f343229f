package io.mintmark.javascript.child;

import io.mintmark.internal.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.jspecify.annotations.Nullable;

/** Evaluates items one after the other, each within its time. */
final class Scripts implements AutoCloseable {
    private static final int MESSAGE_CHARS_MAX = 500;

    /** The world of a batch is made anew after so many items, so that what leaks in it does not last. */
    private static final int ITEMS_MAX = 10_000;

    private final Engine engine = Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .build();
    private final Alarm alarm = Alarm.start(Ticker.SYSTEM);
    private final Duration item;
    private final Duration load;

    /** Evaluates with {@code item} for each item, and {@code load} for a world and the program in it. */
    Scripts(Duration item, Duration load) {
        this.item = item;
        this.load = load;
    }

    /** Hears how far an evaluation has come. */
    interface Answers {
        /** Takes the answer to the next item. */
        void take(Answer answer) throws IOException;

        /**
         * Learns that a program is being loaded, or that this is over: the asker allows it another time than an item.
         */
        void loading(boolean begins) throws IOException;
    }

    /** Evaluates something that says nothing, so that the engine is there when it is first asked. */
    void warmUp() {
        Program none =
                new Program(List.of(), List.of("map('A', a => ({ k: a.k }))"), "groupBy(e => e.k).aggregate(g => g)");
        Context context = Realm.context(engine);
        Realm realm = Realm.load(context, none);
        for (int i = 0; i < 10; i++) {
            List<String> ignored = realm.call(new Call.Map(new int[] {0}, "{\"k\":" + i + "}"));
        }
        realm.close();
    }

    Answer collections(Program program) {
        Context context = Realm.context(engine);
        Attempt<List<String>> attempt = within(load, context, any -> {
            Realm realm = Realm.load(context, program);
            return realm.collections();
        });
        context.close(true);
        return attempt.answer(Scripts::measured);
    }

    void evaluate(Program program, List<Call> calls, Answers answers) throws IOException {
        @Nullable Realm realm = null;
        int left = 0;
        for (Call call : calls) {
            if (realm == null || left-- == 0) {
                close(realm);
                Context context = Realm.context(engine);
                answers.loading(true);
                Attempt<Realm> made = within(load, context, any -> Realm.load(context, program));
                answers.loading(false);
                if (made.value() == null) {
                    context.close(true);
                    realm = null;
                    answers.take(made.answer(any -> Answer.done(List.of())));
                    continue;
                }
                realm = made.value();
                left = ITEMS_MAX;
            }
            Realm in = realm;
            Attempt<List<String>> attempt = within(item, in.underlying(), any -> in.call(call));
            if (attempt.isOver()) {
                close(realm);
                realm = null;
            }
            answers.take(attempt.answer(Scripts::measured));
        }
        close(realm);
    }

    /** What is returned is kept by the asker, whose memory is everybody's. */
    private static Answer measured(List<String> texts) {
        long sum = 0;
        for (String text : texts) {
            sum += text.length();
            if (text.length() > Frames.VALUE_MAX || sum > Frames.ANSWER_MAX || texts.size() > Frames.LIST_MAX) {
                return Answer.failed("It returned more than " + Frames.VALUE_MAX
                        + " characters for an entry, or more than " + Frames.ANSWER_MAX + " or "
                        + Frames.LIST_MAX / 2 + " entries in all: return less.");
            }
        }
        return Answer.done(texts);
    }

    private static void close(@Nullable Realm realm) {
        if (realm != null) {
            realm.close();
        }
    }

    /**
     * What an evaluation came to.
     *
     * @param value its value, or null
     * @param why the reason if there is none
     * @param isOver whether its context can be used no more
     */
    private record Attempt<T>(@Nullable T value, String why, boolean isOver) {
        Answer answer(Function<T, Answer> done) {
            return value == null ? Answer.failed(why) : done.apply(value);
        }
    }

    private <T> Attempt<T> within(Duration limit, Context context, Function<Context, T> work) {
        alarm.set(limit.toNanos(), () -> context.close(true));
        T value = null;
        String why = "";
        boolean over = false;
        try {
            value = work.apply(context);
        } catch (PolyglotException e) {
            over = e.isCancelled() || e.isExit() || e.isResourceExhausted() || e.isInternalError();
            why = e.isCancelled() ? "It took more than " + limit.toMillis() + " ms." : message(e);
        } catch (StackOverflowError e) {
            over = true;
            why = "It called itself too deep.";
        } catch (IllegalStateException | ClassCastException | UnsupportedOperationException e) {
            over = true;
            why = "It returned no text, or its context was ended: " + message(e);
        }
        // An alarm that has struck may be about to end a context that looks well.
        over |= alarm.clear();
        return new Attempt<>(value, why, over);
    }

    private static String message(Exception e) {
        String message = String.valueOf(e.getMessage());
        return message.substring(0, Math.min(message.length(), MESSAGE_CHARS_MAX));
    }

    @Override
    public void close() {
        alarm.close();
        engine.close(true);
    }
}
