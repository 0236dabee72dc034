"""Words of a plain yes in Spanish. Its orders may have a “lo” or a “se la” at their end."""

from flows_app.languages.parts import Agreement, Order, listed, words

AGREEMENT = Agreement(
    agreeing=listed(
        """
        si, sip, sep, sipi, sisi, (oh|ah|ay|eh|em|uy|pues|que|mira|bueno) si,
        (por mi|por mi parte|de mi parte) (si|bien|vale|perfecto|ok|adelante|sin problema|de acuerdo),
        si (lo|la|los|las) (es|son|confirmo|quiero|deseo|autorizo|apruebo|acepto),
        si (confirmo|quiero|deseo|autorizo|apruebo|acepto|es|senor|senora|puedes|puede), si (eso|asi) (es|mismo),
        si que si, (te|le|les|os|) digo que si, (la|mi) respuesta es (si|que si|un si), un si (rotundo|claro),
        es un si, que si que si, que si hombre, (si|) eso (quiero|es lo que quiero), claro,
        claro (que si|claro|si|que quiero|esta|hombre), pues claro (que si|), clarisimo, por supuesto (que si|),
        desde luego (que si|), (no|) faltaria mas, vale, ok, okay, okey, oki, okis, okei, va, va que va, sale,
        sale pues, orale, dale, dale (nomas|pues|que si), venga, adelante, pa lante, palante, vamos,
        vamos (adelante|alla|a ello), a por ello, de una, de acuerdo, deacuerdo,
        (estoy|estamos) (totalmente|completamente|muy|plenamente|) de acuerdo, totalmente de acuerdo, acepto,
        aceptado, aceptar, apruebo, aprobado, autorizo, autorizado, (lo|la) (acepto|apruebo|autorizo|confirmo),
        (te|le|os|se) (lo|la|) (confirmo|autorizo), conforme, estoy conforme, listo, lista, trato hecho, bien,
        muy bien,
        (esta|todo|todo esta|esta todo|va|suena|me parece|me parece todo|me parece muy|se ve|todo se ve|lo veo|me va|
            me viene|queda|va todo) (muy|todo|) (bien|perfecto|correcto|genial|ok|estupendo|conforme|estupendamente|
            fenomenal),
        (esa|ese|eso|esta|este|esto|asi) (me va|me viene|me parece|esta) (muy|) (bien|perfecto|genial),
        (me viene|me va) de (perlas|maravilla|lujo), de (maravilla|perlas|lujo), perfecto, perfectamente,
        perfectisimo, genial, estupendo, excelente, fantastico, fenomenal, buenisimo, correcto, correctisimo,
        es (todo|totalmente|) correcto, (es|eso es) (cierto|verdad|correcto|asi), todo (es|) (correcto|en orden),
        (los datos son|datos correctos|los datos estan) (correctos|bien|), exacto, exactamente, (eso|asi) es,
        (eso|asi|asi) mismo, tal cual, cierto, efectivamente, en efecto, afirmativo, verdadero, positivo,
        sin (ninguna|) duda, sin dudarlo, ciertamente, totalmente, absolutamente, definitivamente, obvio, obviamente,
        obvio que si, naturalmente, evidentemente, confirmo, confirmo que si, confirmado, confirmada, confirmar,
        confirma, confirme, confirmalo, confirmala, confirmelo, queda (confirmado|aprobado|autorizado), hazlo, hazla,
        hagalo, hagala, haganlo, hagamoslo, hacelo, hacedlo, que se haga, haz eso, procede, proceda, procedan,
        procedamos, proceder, procedan, continua, continue, continuar, continuemos, sigue, siga, sigamos,
        (sigue|siga) adelante, tira (para|pa|) (adelante|lante), manos a la obra,
        (ya|) (puedes|puede|podeis|pueden|podes) (ya|) (continuar|seguir|proceder|hacerlo|hacerla|seguir adelante|
            confirmar|confirmarlo),
        como no, me (sirve|gusta|vale|encaja|cuadra|convence), quiero (hacerlo|hacerla|continuar|seguir|proceder|eso),
        si quiero, lo quiero, deseo (continuar|hacerlo|proceder|seguir),
        sin (ningun|) (problema|problemas|inconveniente), sin objeciones,
        (no hay|no tengo) (ningun|ninguna|) (problema|inconveniente|objecion), ningun problema, no veo por que no,
        (estoy|) (muy|totalmente|completamente|100%|) (seguro|segura|segurisimo|segurisima), seguro que si,
        con (mucho|todo|) gusto, encantado, encantada, ahora si, que asi sea, asi sea,
        (tienes|tiene) mi (permiso|aprobacion|ok|autorizacion|consentimiento|confirmacion|visto bueno), luz verde,
        simon, sipo, 100%
        """
    ),
    here=listed("s"),
    otherwise=listed("ja, y, ya"),
    kindness=listed(
        """
        por favor, porfa, porfavor, porfis, porfi, plis, xfa, xfavor, x favor, por fa, gracias,
        (muchas|mil|muchisimas) gracias,
        gracias (por todo|de antemano|por tu ayuda|por su ayuda|por la ayuda|de verdad|majo|maja),
        muchas gracias por (todo|tu ayuda|su ayuda|la ayuda), muy amable, que amable,
        si (eres|es|sois|fuera|fueras|es usted) tan amable, si (me|) (haces|hace) (el|) favor,
        si no es (mucha|) molestia, (te|se|le|os) lo agradezco (mucho|), se agradece, hola,
        hola (buenas|que tal|de nuevo), buenas, buenos dias, buen dia, (muy|) buenas (tardes|noches), saludos,
        un saludo, adios, chao, chau, hasta (luego|pronto), nos vemos, que (tengas|tenga) (un|) buen dia, un abrazo,
        ya, ahora, ahora mismo, ahorita, ahorita mismo, ya mismo, enseguida, en seguida, inmediatamente, de inmediato,
        cuanto antes, lo antes posible, rapido, nomas, para mi, asi, pues, por mi parte
        """
    ),
    called=listed(
        """
        senor, senora, senorita, amigo, amiga, jefe, jefa, colega, tio, guapa, guapo, bot, robot
        """
    ),
    manner=listed(
        """
        como (has dicho|te dije|dices|te he dicho|te pedi|lo pedi), tal (y|) como (esta|dices)
        """
    ),
    opening=listed("bueno, eh, em, a ver, mira, oye, entonces, y, ea, hala"),
    leading=listed(
        """
        (ya|) (lo|la|se lo|se la|los|las|le|) (puedes|puede|pueden|podeis|podes) (ya|),
        (quiero|deseo|quisiera|me gustaria|queremos|confirmo|autorizo|acepto|apruebo|te pido|le pido|prefiero) (que|
            ) (lo|la|se lo|se la|le|los|las|),
        que (lo|la|se lo|se la|le), adelante (con|y),
        (procede|proceda|sigue|siga|continua|continue|dale|vamos|sigamos|procedamos|venga) (con|a|y),
        (estoy|) (de acuerdo|conforme) (con|en), si (a|al), ve y, (te|le) autorizo a
        """
    ),
    joining=listed(
        """
        a, al, desde, de, del, para, por, en, con, el, la, los, las, un, una, mi, mis, tu, su, este, esta, ese, esa
        """
    ),
    particle=listed(
        """
        si, sip, si por favor, vale, ok, claro, claro que si, correcto, perfecto, de acuerdo, exacto
        """
    ),
    pronoun=listed("lo, la, los, las, le, les, eso, esto, ella, esa, ese, esta, este"),
    doing=listed(
        """
        haz, haga, hagan, hacer, ejecuta, ejecute, ejecutar, realiza, realice, realizar, procesa, procese, procesar,
        completa, completar, tramita, tramite, tramitar, autoriza, autorice, autorizar, aprueba, apruebe, aprobar,
        efectua, efectue, efectuar, confirma, confirme, confirmar, finaliza, emite, ordena, lanza, procede, proceda,
        continua, continue, sigue, siga
        """
    ),
    ironic=listed(
        """
        (venga|anda|vale|ok|okay|bueno) ya, ya (claro|ya|vale|esta|estan), y si,
        (va|sale) (a|al|de|del|desde|por|para|con|en)
        """
    ),
    misspelt={
        "si": words("zi sy"),
        "vale": words("vlae bale valr"),
        "claro": words("klaro clarp"),
        "adelante": words("adelate"),
        "obvio": words("obio"),
        "obviamente": words("porsupuesto xsupuesto"),
        "bien": words("bn"),
    },
    never=words(
        """
        ni nunca jamas nada nadie sin si salvo excepto hasta cuando mientras solo solamente unicamente antes primero
        despues luego pero aunque sino o u quiza quizas tal vez acaso que cual cuales quien como donde cuanto cuanta por
        porque espera para otra otro otras otros mas menos mitad doble todo todos toda todas quieres quiere deseas desea
        yo es son soy era fue esta estan hay he ha han puedo puede debo debe
        """
    ),
    orders={
        "send": Order(
            orders=words(
                "envia envie envien enviad enviar manda mande manden mandad mandar transfiere transfiera transfieran"
                " transferid transferir paga pague paguen pagad pagar gira gire girar ingresa ingrese ingresar abona"
                " abone abonar"
            ),
            asking=words(
                "envio mando transfiero pago giro ingreso abono enviamos enviemos mandamos mandemos pagamos paguemos"
                " transferencia envie mande pague transfiera dinero enviarle"
            ),
            nouns=listed(
                "dinero, transferencia, el pago, el envio, este pago, este envio, el importe, la plata, plata"
            ),
        ),
        "block": Order(
            orders=words("bloquea bloquee bloqueen bloquear congela congele congelar desactiva desactive desactivar"),
            asking=words("bloqueo congelo desactivo bloqueamos bloqueemos"),
            nouns=("tarjeta", "el bloqueo"),
        ),
        "book": Order(
            orders=words("reserva reserve reserven reservar agenda agende agendar"),
            asking=words("reservo agendo reservamos reservemos cita"),
            nouns=("la reserva", "la cita", "mesa", "cita"),
        ),
        "order": Order(
            orders=words("pide pida pidan pedir compra compre compren comprar encarga encargue encargar"),
            asking=words("pido compro encargo pedimos compramos"),
            nouns=("el pedido", "la compra", "pedido"),
        ),
        "change": Order(
            orders=words(
                "cambia cambie cambien cambiar actualiza actualice actualizar modifica modifique modificar guarda"
                " guarde guardar"
            ),
            asking=words("cambio actualizo modifico guardo"),
            nouns=("el cambio", "los cambios", "la actualizacion"),
        ),
        "open": Order(
            orders=words(
                "abre abra abrir crea cree crear anade anada anadir activa active activar renueva renueve renovar"
                " registra registre registrar solicita solicite solicitar"
            ),
            asking=words("abro creo anado activo renuevo registro solicito prestamo"),
            nouns=("la solicitud", "el alta", "el registro", "la renovacion"),
        ),
        "call": Order(
            orders=words("llama llame llamar avisa avise avisar notifica notifique notificar"),
            asking=words("llamo aviso notifico"),
            nouns=("la llamada", "el aviso"),
        ),
        "cancel": Order(
            needs_a_yes=True,
            orders=words(
                "cancela cancele cancelen cancelar anula anule anular para pare parar borra borre borrar elimina"
                " elimine eliminar cierra cierre cerrar quita quite quitar"
            ),
            asking=words("cancelo anulo borro elimino cierro quito"),
            nouns=("la cancelacion", "la anulacion"),
        ),
    },
    subjects=words("ella el eso esto esa ese"),
    persons=words("ella ellos ellas"),
    articles=words("el la mi tu su"),
    # “ok, para eso” stops it.
    strict=words("con por para"),
    accompanying=words("con"),
    owning=words("de del"),
    adding=words("y"),
    otherwise_asked="o",
    directions={
        "to": words("a al para"),
        "from": words("desde"),
        "in": words("en"),
        "with": words("con"),
        "by": words("por"),
    },
    clitics=words("lo la los las le les se me te"),
    that=words("que"),
    doers=words("ella ellos ellas"),
    doer_follows=True,
    conditions=words("si"),
    attached="(?:se|me|te|nos)?(?:lo|la|los|las)|le|les|se|me",
    attached_to_me="(?:me|nos)(?:lo|la|los|las)?",
    first_person="o|amos|emos|imos",
    order_endings=("a", "e", "en", "ar", "er", "ir"),
    past_endings=("é",),
)
