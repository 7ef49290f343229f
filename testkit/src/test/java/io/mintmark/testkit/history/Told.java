package io.mintmark.testkit.history;

import java.util.ArrayList;
import java.util.List;

/** A history with one operation of each kind, and its texts. */
final class Told {
    static final List<String> EVERYTHING = List.of(
            "1 a reserve orders -> 1 to 32",
            "2 a issue orders 1 to 3",
            "3 a give back orders above 3 up to 32 -> done",
            "4 b drop orders -> done",
            "5 b next identity of bills -> 7",
            "6 b next identity of bills, request r-1 -> " + Long.MAX_VALUE,
            "7 b ask shop, request r-2 -> done: \uD83D\uDE00 and half of it \uD83D",
            "8 c write d/1 -> A:1",
            "9 c write d/1 if it is A:1 -> A:2",
            "10 c create d/2 -> A:3",
            "11 c delete d/1 -> done",
            "12 c delete d/2 if it is A:3 -> failed",
            "13 c read d/1 -> done",
            "14 c read d/2 -> A:3",
            "15 c walk d/ -> 1 ids: d/2",
            "16 c walk all documents -> 0 ids: ",
            "17 c reserve orders -> outcome unknown");

    private Told() {}

    static void everything(HistoryRecorder recorder) {
        ProcessRecorder a = recorder.process("a");
        a.reserve("orders").ok(1, 32);
        a.issued("orders", 1);
        a.issued("orders", 2, 3);
        a.giveBack("orders", 3, 32).ok();
        ProcessRecorder b = recorder.process("b");
        b.drop("orders").ok();
        b.identity("bills").ok(7);
        b.identity("bills", "r-1").ok(Long.MAX_VALUE);
        b.request("shop", "r-2").ok("done: \uD83D\uDE00 and half of it \uD83D");
        documents(recorder.process("c"));
    }

    private static void documents(ProcessRecorder c) {
        c.write("d/1").ok("A:1");
        c.write("d/1", "A:1").ok("A:2");
        c.write("d/2", "").ok("A:3");
        c.delete("d/1").ok();
        c.delete("d/2", "A:3").failed();
        c.read("d/1").ok();
        c.read("d/2").ok("A:3");
        c.walk("d/").ok(List.of("d/2"));
        c.walk("").ok(List.of());
        c.reserve("orders").close();
    }

    static List<Operation> all(History history) {
        List<Operation> all = new ArrayList<>();
        history.forEachOperation(all::add);
        return all;
    }

    static List<String> texts(History history) {
        return all(history).stream()
                .map(each -> each.number() + " " + each.process() + " " + each.act()
                        + (each.act() instanceof Act.Issue ? "" : " -> " + each.outcome()))
                .toList();
    }
}
