package io.mintmark.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of {@code docs/architecture.md} that byte code can show, for the code under one root package.
 *
 * <p>The root is a parameter so that the same rules judge the product ({@code io.mintmark}) and a small tree of
 * mistakes ({@code io.mintmark.rules.broken}), which shows that each of them can fail.
 */
final class ArchitectureRules {
    /** A rule and the simple name of the class that breaks it on purpose. */
    record Rule(ArchRule rule, String brokenBy) {
        @Override
        public String toString() {
            return rule.getDescription();
        }
    }

    private final String root;

    private ArchitectureRules(String root) {
        this.root = root;
    }

    static List<Rule> under(String root) {
        ArchitectureRules rules = new ArchitectureRules(root);
        return Stream.of(rules.packages(), rules.everywhere())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the rule of all arrows between packages. */
    static ArchRule arrows(String root) {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(Picture.read().under(root));
    }

    /** What the table of arrows does not say. */
    private List<Rule> packages() {
        return List.of(
                new Rule(
                        slices().assignedFrom(packagesUnderRoot())
                                .should()
                                .beFreeOfCycles()
                                .because("a package in a circle cannot be understood, tested or moved alone"),
                        "ReadUsesWrite"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("hibernate.."))
                                .and()
                                .doNotHaveSimpleName("OwnTable")
                                .and()
                                .doNotHaveSimpleName("SharedCounters")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("jdbc.."))
                                .because(
                                        "jdbc is optional there, so one class of a package knows it, which is asked only if need be"),
                        "HibernateUsesJdbc"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("storage.evaluation.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("java.nio..")
                                .because("what a write comes to is decided by rows alone, however they come and go"),
                        "EvaluationReadsAFile"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAnyPackage(
                                        in("server"),
                                        in("storage.."),
                                        in("server.databases.."),
                                        in("server.numbers.."),
                                        in("server.documents.."))
                                .should()
                                .dependOnClassesThat()
                                .areAssignableTo(ThreadLocal.class)
                                .because("what one package has to tell another is an argument"),
                        "DocumentsUseAThreadLocal"));
    }

    private List<Rule> everywhere() {
        return List.of(
                new Rule(
                        noClasses()
                                .that()
                                // Java's certificates have their dates in the older type, and in no other.
                                .doNotHaveFullyQualifiedName(in("web.tls.Validity"))
                                .should()
                                .accessTargetWhere(readsTheClock())
                                .orShould()
                                .dependOnClassesThat()
                                .areAssignableTo(Date.class)
                                .because(
                                        "time comes through java.time.InstantSource, so that a test can turn the clock back"),
                        "RangeReadsTheClock"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        in("server"), in("server.maintenance"), in("cli.."), in("testkit.."))
                                .and()
                                .doNotHaveSimpleName("Ticker")
                                .should()
                                .accessTargetWhere(calls(System.class, "nanoTime"))
                                .orShould()
                                .accessTargetWhere(calls(InstantSource.class, "system"))
                                .because("the real clock is chosen once, where a program starts"),
                        "RangeMeasuresTime"),
                new Rule(
                        noClasses()
                                .that(not(resideInAPackage(in("testkit.."))
                                        .or(simpleName("RandomBytes"))
                                        .or(simpleName("RandomSource"))))
                                .should()
                                .accessTargetWhere(rollsDice())
                                .because(
                                        "randomness comes through a one-method interface, so that a test can repeat it"),
                        "DocumentRollsDice"),
                new Rule(
                        noClasses()
                                .should()
                                .accessTargetWhere(changesCaseByLocale())
                                .because("names must compare alike on every machine, also on a Turkish one"),
                        "DocumentLowersCase"),
                new Rule(
                        noClasses()
                                .that(not(resideInAnyPackage(in("cli.."), in("testkit.."))))
                                .should()
                                .accessField(System.class, "out")
                                .orShould()
                                .accessField(System.class, "err")
                                .because("a library prints nothing: it throws, or logs through SLF4J in the server"),
                        "RangePrints"),
                new Rule(
                        classes()
                                .that()
                                .areAssignableTo(Throwable.class)
                                .and()
                                .resideOutsideOfPackage(in("cli.."))
                                .should()
                                .beAssignableTo(root + ".MintmarkException")
                                .because("a caller catches the whole family by one name (nobody calls the command)"),
                        "StrangeException"),
                new Rule(
                        noClasses()
                                .that(not(assignableTo(Throwable.class)))
                                .should()
                                .accessTargetWhere(makesANamelessThrowable())
                                .because("an exception without a type of its own can only be told apart by its text"),
                        "RangeThrowsAnything"),
                new Rule(
                        methods()
                                .that()
                                // The compiler's bridges repeat what a library's interface declares.
                                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                                .should()
                                .notDeclareThrowableOfType(Exception.class)
                                .because("throws Exception tells a caller nothing and makes them catch everything"),
                        "RangeThrowsAnything"),
                new Rule(
                        fields().that()
                                .haveRawType(assignableTo(ThreadLocal.class))
                                .and()
                                .areStatic()
                                .should()
                                .bePrivate()
                                .andShould()
                                .beDeclaredInClassesThat()
                                .areNotPublic()
                                .because(
                                        "a value that a thread carries from package to package is an arrow nobody sees"),
                        "ThreadCarriesTheCaller"),
                new Rule(
                        fields().that()
                                .arePublic()
                                .should()
                                .beFinal()
                                .because("a field that anyone may write is nobody's invariant"),
                        "OpenField"),
                new Rule(
                        classes()
                                .that()
                                .areTopLevelClasses()
                                .and()
                                .areNotInterfaces()
                                .and()
                                .doNotHaveModifier(JavaModifier.ABSTRACT)
                                .and(not(simpleName("MintmarkException")))
                                // Sealed: it permits one kind of its own.
                                .and(not(simpleName("UnsafeCounterException")))
                                // Engines in tests that are broken on purpose extend it.
                                .and(not(simpleName("GroupRows")))
                                .should()
                                .haveModifier(JavaModifier.FINAL)
                                .because("a class is closed unless it was designed to be extended"),
                        "OpenClass"),
                new Rule(
                        classes()
                                .that()
                                .resideInAnyPackage(
                                        in("server.."),
                                        in("support.."),
                                        in("storage.."),
                                        in("web.."),
                                        in("indexes.."),
                                        in("cli.."),
                                        in("hibernate.."),
                                        in("spring.."))
                                .should(resideInANullMarkedPackage())
                                .because("null is checked only where a package says that it is (core, protocol,"
                                        + " testkit and jdbc say it on their module)"),
                        "OpenClass"));
    }

    private String in(String packages) {
        return root + "." + packages;
    }

    private SliceAssignment packagesUnderRoot() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return name.equals(root) || name.startsWith(root + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages under " + root;
            }
        };
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
        return calls(System.class, "currentTimeMillis")
                .or(call(
                        "java.time's now() without a clock",
                        target -> target.getOwner().getPackageName().equals("java.time")
                                && target.getName().equals("now")
                                && target.getRawParameterTypes().isEmpty()));
    }

    private static DescribedPredicate<JavaAccess<?>> rollsDice() {
        return calls(Math.class, "random")
                .or(calls(UUID.class, "randomUUID"))
                .or(calls(ThreadLocalRandom.class, "current"))
                .or(call(
                        "a generator of random numbers made",
                        target -> target.getName().equals("<init>")
                                && (target.getOwner().isAssignableTo(Random.class)
                                        || target.getOwner().isAssignableTo(SplittableRandom.class))));
    }

    private static DescribedPredicate<JavaAccess<?>> changesCaseByLocale() {
        return calls(String.class, "toLowerCase")
                .or(calls(String.class, "toUpperCase"))
                .and(call(
                        "no locale given",
                        target -> target.getRawParameterTypes().isEmpty()));
    }

    private static DescribedPredicate<JavaAccess<?>> makesANamelessThrowable() {
        return call(
                "new RuntimeException, Exception, Error or Throwable",
                target -> target.getName().equals("<init>")
                        && Stream.of(RuntimeException.class, Exception.class, Error.class, Throwable.class)
                                .anyMatch(target.getOwner()::isEquivalentTo));
    }

    private static DescribedPredicate<JavaAccess<?>> calls(Class<?> owner, String method) {
        return call(
                owner.getSimpleName() + "." + method,
                target -> target.getOwner().isEquivalentTo(owner)
                        && target.getName().equals(method));
    }

    /** Matches a call, and a method reference too. */
    private static DescribedPredicate<JavaAccess<?>> call(String description, Predicate<CodeUnitAccessTarget> matches) {
        return DescribedPredicate.describe(
                description,
                access -> access.getTarget() instanceof CodeUnitAccessTarget target && matches.test(target));
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package marked @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class.getName());
                events.add(new SimpleConditionEvent(
                        type, marked, type.getName() + (marked ? " is" : " is not") + " in a @NullMarked package"));
            }
        };
    }
}
