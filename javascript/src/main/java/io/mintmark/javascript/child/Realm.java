package io.mintmark.javascript.child;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;

/**
 * One world of JavaScript with one program in it. It is made anew for each batch: what a script leaves behind reaches
 * no other batch, and no other index ever.
 */
final class Realm implements AutoCloseable {
    private static final Source PRELUDE = prelude();

    private final Context context;
    private final Value functions;

    private Realm(Context context, Value functions) {
        this.context = context;
        this.functions = functions;
    }

    private static Source prelude() {
        try (InputStream in = Realm.class.getResourceAsStream("prelude.js")) {
            if (in == null) {
                throw new IllegalStateException("the file prelude.js must lie beside the classes: build the jar anew");
            }
            return Source.newBuilder("js", new String(in.readAllBytes(), StandardCharsets.UTF_8), "prelude")
                    .buildLiteral();
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the jar cannot be read", e);
        }
    }

    /** Returns an empty context, which the caller may end at any time. */
    static Context context(Engine engine) {
        return Context.newBuilder("js")
                .engine(engine)
                .allowHostAccess(HostAccess.NONE)
                .allowHostClassLookup(name -> false)
                .allowPolyglotAccess(PolyglotAccess.NONE)
                .allowIO(IOAccess.NONE)
                .allowCreateProcess(false)
                .allowCreateThread(false)
                .allowNativeAccess(false)
                .build();
    }

    /** Loads a program into a context. */
    static Realm load(Context context, Program program) {
        Value functions = context.eval(PRELUDE);
        program.libraries().forEach(context::eval);
        program.maps().forEach(context::eval);
        context.eval(program.reduce());
        return new Realm(context, functions);
    }

    Context underlying() {
        return context;
    }

    List<String> collections() {
        return texts(functions.getMember("collections").execute());
    }

    List<String> call(Call call) {
        if (call instanceof Call.Reduce reduce) {
            return List.of(functions
                    .getMember("reduce")
                    .execute(reduce.key(), reduce.values())
                    .asString());
        }
        Call.Map map = (Call.Map) call;
        List<String> entries = new ArrayList<>();
        for (int number : map.maps()) {
            entries.addAll(texts(functions.getMember("map").execute(number, map.document())));
        }
        return entries;
    }

    /** Lists come as one text with a line for each element, since no JSON has a line end in it. */
    private static List<String> texts(Value lines) {
        String text = lines.asString();
        return text.isEmpty() ? List.of() : text.lines().toList();
    }

    @Override
    public void close() {
        context.close(true);
    }
}
