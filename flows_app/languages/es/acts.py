"""Spanish phrases whose act is sure."""

from flows_app.languages.parts import Acts, listed

ACTS = Acts(
    affirm=listed(
        """
        si, sip, sep, s, si si, si por favor, si claro, claro, claro que si, por supuesto, desde luego, vale,
        vale vale, ok, okey, oki, dale, va, venga, adelante, de acuerdo, conforme, hecho, listo, bien, muy bien,
        bueno, esta bien, me parece bien, por mi bien, perfecto, genial, estupendo, excelente, fantastico, correcto,
        es correcto, todo correcto, todo bien, exacto, exactamente, eso es, eso mismo, asi es, asi mismo, cierto,
        es cierto, efectivamente, afirmativo, verdadero, confirmo, confirmado, lo confirmo, si confirmo, hazlo,
        hagalo, si hazlo, hagamoslo, procede, continua, continue, sigue, siga, como no, obvio, me sirve, me gusta,
        me vale, si quiero, quiero, si lo es, estoy de acuerdo, sin problema, no hay problema, por que no, ahora si,
        de una, okis, sii, siii, sisi, me viene bien, me viene de perlas, me va bien
        """
    ),
    deny=listed(
        """
        no, no no, nop, no gracias, no muchas gracias, mejor no, para nada, que va, ni hablar, de ninguna manera,
        en absoluto, nunca, jamas, nada, nada mas, no nada mas, negativo, falso, incorrecto, es incorrecto,
        no es correcto, no es asi, no es eso, eso no, esta mal, eso esta mal, mal, no quiero, no lo quiero,
        no la quiero, no quiero eso, no quiero esto, no me interesa, no me gusta, no me sirve, no me parece,
        no hace falta, no es necesario, no lo hagas, no lo haga, no lo creo, creo que no, claro que no,
        por supuesto que no, ahora no, por ahora no, por el momento no, de momento no, quizas luego, tal vez luego,
        mas tarde, otro dia, luego, quizas mas tarde, tal vez mas tarde, si pero ahora no, aun no, todavia no, hoy no,
        no estoy de acuerdo, tampoco
        """
    ),
    cancel=listed(
        """
        cancela, cancelar, cancelalo, cancele, cancelelo, cancela esto, cancela eso, cancela todo, quiero cancelar,
        quiero cancelarlo, cancela la operacion, anular, anula, anulalo, para, para ya, parar, basta, basta ya,
        detente, alto, salir, quiero salir, terminar, fin, olvidalo, olvidelo, olvida eso, olvida esto, olvidate,
        dejalo, dejelo, dejalo asi, dejalo estar, dejemoslo, mejor lo dejamos, no importa, da igual, da igual dejalo,
        no sigas, no quiero seguir, no quiero continuar, ya no quiero, ya no lo quiero, cambie de opinion,
        he cambiado de opinion, me rindo, empezar de nuevo, volver a empezar, abandonar, ya no quiero hacer esto,
        ya no quiero hacerlo, lo hare otro dia, ya lo hare otro dia, he cambiado de idea, lo dejo para otro dia
        """
    ),
    clarify=listed(
        """
        por que, para que, para que lo necesitas, para que quieres eso, por que lo preguntas,
        por que me preguntas eso, como, como dices, como dice, que, que dices, perdon, disculpa, que quieres decir,
        que significa, que significa eso, que es eso, que es esto, a que te refieres, a que se refiere, no entiendo,
        no te entiendo, no lo entiendo, no entendi, no comprendo, no entiendo la pregunta, repite, repitelo,
        repite por favor, puedes repetir, puedes repetirlo, otra vez, explicate, explicamelo, me lo explicas,
        que opciones tengo, que opciones hay, cuales son las opciones, cuales, cual era la pregunta, por ejemplo
        """
    ),
    chitchat=listed(
        """
        hola, holi, hola que tal, buenas, buenos dias, buen dia, buenas tardes, buenas noches, saludos, que tal,
        como estas, como esta, como te va, que hay, gracias, muchas gracias, mil gracias, muchisimas gracias,
        muy amable, te lo agradezco, adios, hasta luego, hasta pronto, hasta manana, chao, chau, nos vemos,
        que tengas un buen dia, quien eres, que eres, como te llamas, eres un robot, eres un bot, eres humano,
        eres una persona, cuentame un chiste, jaja, jajaja, jajajaja, bien hecho, te quiero, encantado
        """
    ),
    handoff=listed(
        """
        agente, humano, operador, operadora, representante, asesor, un agente, un humano, una persona real,
        persona real, hablar con una persona, hablar con un agente, hablar con alguien, hablar con un humano,
        atencion al cliente, quiero hablar con una persona, quiero hablar con un agente, quiero hablar con alguien,
        quiero hablar con un humano, quiero un agente, quiero una persona, puedo hablar con una persona,
        puedo hablar con alguien, pasame con un agente, pasame con una persona, pasame con alguien,
        ponme con un agente, necesito hablar con alguien, necesito hablar con una persona, necesito un agente,
        el encargado, un encargado, hablar con el encargado, que se ponga el encargado, hablar con recepcion,
        prefiero hablar con recepcion, hablar con el jefe, un supervisor, pasame con recepcion
        """
    ),
    nothing=listed(
        """
        no se, no lo se, ni idea, no estoy seguro, no estoy segura, no tengo, no puedo, no hay, no funciona,
        no me funciona, no me llega, no me llego, no me ha llegado, no recibi, no he recibido, no encuentro,
        no recuerdo, no me acuerdo, no reconozco, no aparece, no veo, no mas de, no menos de, como puedo, como hago,
        como se, que es una, que es un, para el, para la, para los, para mi, para dos, para tres, para cuatro,
        para una, para un, para manana, para hoy, gracias a, por que me, por que han, nada de, quiero una, quiero un,
        bien de, si tengo, si me, si cambio, si puedo
        """
    ),
    closing=listed(
        """
        eso es todo, es todo, eso seria todo, seria todo, nada mas gracias, no eso es todo, no es todo, con eso basta,
        ya esta, ya estoy, por ahora es todo, eso es todo por ahora, si eso es todo
        """
    ),
    alone=listed(
        """
        cambie de opinion, he cambiado de opinion, nada, que, como, cuales, bien, mal, quiero, para
        """
    ),
    opening=listed(
        """
        si, sip, si por favor, si claro, claro, claro que si, no, nop, no gracias, olvidalo, dejalo, mejor no, hola,
        buenas, buenos dias, buenas tardes, buenas noches, hola que tal
        """
    ),
    weak=listed(
        """
        vale, ok, okey, oki, bueno, bien, muy bien, va, venga, listo, genial, perfecto, estupendo, excelente
        """
    ),
    filler=listed(
        """
        eh, em, este, pues, bueno, ah, oh, mmm, hmm, mira, a ver, por favor, oye, entonces, ay, la verdad
        """
    ),
    polite=listed(
        """
        por favor, gracias, muchas gracias, mil gracias, porfa, porfavor, senor, senora, amigo, ya, entonces, ahora,
        de momento, por ahora, por hoy, muy amable
        """
    ),
    linking=listed("pero, y"),
    joining=listed(
        """
        solo, salvo, excepto, porque, mejor, quise decir, queria decir, quiero decir, me refiero, cambia, puedes,
        podrias, quiero, que sea
        """
    ),
)
